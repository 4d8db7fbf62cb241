"""5  Vision: cones, squares, what hides, and what a team sees."""

from __future__ import annotations

from joute.core.tables import find, insert, is_at
from joute.core.world import Buffer

from ..board import FORET, MUR, TOUR
from ..params import BY_COLUMN
from .state import World, near, on_map
from .vocabulary import CLASSES, ELFE, NOWHERE, VOLEUR, step_x, step_y

# 5.1, 5.3  A cell of the cone is (i, j): i along the vector f of the facing, j along g, which is f with its coordinates
# exchanged.


def dark_from(w: World, eye: int) -> int:
    """5.3  The distance from which forest is dark for a viewer on this cell."""
    if w.params.foret_vue_dehors or w.board.ground[eye] == FORET:
        return 2
    return 1


def in_cone(w: World, eye: int, direction: int, size: int, cell: int) -> bool:
    """5.3  Whether a cell of the map is a visible cell of a cone."""
    width = w.board.width
    fx, fy = step_x(direction), step_y(direction)
    dx = cell % width - eye % width
    dy = cell // width - eye // width
    i = dx * fx + dy * fy
    j = dx * fy + dy * fx
    if i < 0 or i > size or abs(j) > i + 1:
        return False
    return cell == eye or unhidden(w, eye, direction, i, j)


def unhidden(w: World, eye: int, direction: int, i: int, j: int) -> bool:
    """5.3  Whether cell(i, j) of a cone, on the map and not the viewer's own, is visible."""
    width = w.board.width
    fx, fy = step_x(direction), step_y(direction)
    forward, sideways = fx + fy * width, fy + fx * width
    dark = dark_from(w, eye)
    target = eye + i * forward + j * sideways
    zone = w.board.ground[target]
    if zone == MUR or (zone == FORET and i + abs(j) >= dark):
        return False
    if w.params.vision_ligne == BY_COLUMN:
        return column_clear(w, eye + j * sideways, forward, i, abs(j), dark)
    return segment_clear(w, eye, forward, sideways if j > 0 else -sideways, i, abs(j), dark)


def segment_clear(w: World, eye: int, forward: int, sideways: int, i: int, j: int, dark: int) -> bool:
    """5.3  No screen among the cells that the straight line crosses."""
    lines, ground = w.board.lines, w.board.ground
    line = 2 * (i * (i + 3) // 2 + j)
    for at in range(lines[line], lines[line + 1], 2):
        k, m = lines[at], lines[at + 1]
        cell = eye + k * forward + m * sideways
        zone = ground[cell]
        if zone == MUR or (zone == FORET and k + m >= dark):
            return False
    return True


def column_clear(w: World, foot: int, forward: int, i: int, j: int, dark: int) -> bool:
    """5.3  No screen in the same column and nearer; a wall beside the viewer is none, nor is his own cell."""
    ground, nearest = w.board.ground, max(0, j - 1)
    cell = foot + nearest * forward
    for k in range(nearest, i):
        zone = ground[cell]
        if (zone == MUR and k > 0) or (zone == FORET and k + j >= dark):
            return False
        cell += forward
    return True


# 5.4  Field of vision


def in_square(w: World, centre: int, size: int, cell: int) -> bool:
    """5.4  What a tower, a palantír or an I see zone shows: neither wall nor forest, and nothing hides."""
    width = w.board.width
    if abs(cell % width - centre % width) > size or abs(cell // width - centre // width) > size:
        return False
    return w.board.ground[cell] != MUR and w.board.ground[cell] != FORET


def in_field(w: World, eye: int, direction: int, size: int, cell: int) -> bool:
    """5.4  A square on a tower, elsewhere a cone."""
    if w.board.ground[eye] == TOUR:
        return in_square(w, eye, size, cell)
    return in_cone(w, eye, direction, size, cell)


def character_sees(w: World, character: int, size: int, cell: int) -> bool:
    """5.4  With its present place and direction."""
    characters = w.state.characters
    return in_field(w, characters.cell[character], characters.direction[character], size, cell)


# 5.5  Listing order


def write_field(w: World, eye: int, direction: int, size: int, out: Buffer) -> int:
    """5.4, 5.5  The cells of a field of vision in listing order, each as x and y; their number."""
    x, y = eye % w.board.width, eye // w.board.width
    if w.board.ground[eye] == TOUR:
        return write_square(w, eye, size, out)
    fx, fy = step_x(direction), step_y(direction)
    count = 0
    for i in range(size + 1):
        for j in range(-i - 1, i + 2):
            cell_x, cell_y = x + i * fx + j * fy, y + i * fy + j * fx
            if on_map(w, cell_x, cell_y) and ((i == 0 and j == 0) or unhidden(w, eye, direction, i, j)):
                out[2 * count] = cell_x
                out[2 * count + 1] = cell_y
                count += 1
    return count


def write_square(w: World, centre: int, size: int, out: Buffer) -> int:
    """5.4, 5.5  The cells of a square, by x, then by y."""
    width, height = w.board.width, w.board.height
    x, y = centre % width, centre // width
    count = 0
    for cell_x in range(max(0, x - size), min(width, x + size + 1)):
        for cell_y in range(max(0, y - size), min(height, y + size + 1)):
            if in_square(w, centre, size, cell_y * width + cell_x):
                out[2 * count] = cell_x
                out[2 * count + 1] = cell_y
                count += 1
    return count


def listing_key(w: World, eye: int, direction: int, size: int, cell: int) -> int:
    """5.5  Where a cell of a field comes: cones by depth, then by column; squares by x, then by y."""
    width = w.board.width
    dx = cell % width - eye % width
    dy = cell // width - eye // width
    if w.board.ground[eye] == TOUR:
        return square_key(size, dx, dy)
    fx, fy = step_x(direction), step_y(direction)
    return cone_key(dx * fx + dy * fy, dx * fy + dy * fx)


def square_key(size: int, dx: int, dy: int) -> int:
    return (dx + size) * (2 * size + 1) + dy + size


def cone_key(i: int, j: int) -> int:
    """Row i follows i * (i + 2) cells."""
    return i * (i + 2) + j + i + 1


def insert_spot(w: World, count: int, key: int, cell: int) -> int:
    """Put a cell among the spots, in listing order and once; how many there are then."""
    spots = w.scratch.spots
    spot = find(spots, count, key)
    if is_at(spots, spot, count, key):
        return count
    insert(spots, spot, count)
    spots.key[spot] = key
    spots.cell[spot] = cell
    return count + 1


def list_field(w: World, viewer: int) -> int:
    """5.4, 5.5  The occupied cells of a character's field of vision, put into the spots; their number."""
    characters, size = w.state.characters, w.params.vision[viewer % CLASSES]
    eye, facing = characters.cell[viewer], characters.direction[viewer]
    count = 0
    for number in range(near(w, eye, size + 1)):
        cell = characters.cell[w.scratch.crowd[number]]
        if in_field(w, eye, facing, size, cell):
            count = insert_spot(w, count, listing_key(w, eye, facing, size, cell), cell)
    return count


def list_square(w: World, centre: int, size: int) -> int:
    """5.4, 5.5  The occupied cells of a palantír or zone, put into the spots; their number."""
    width = w.board.width
    count = 0
    for number in range(near(w, centre, size)):
        cell = w.state.characters.cell[w.scratch.crowd[number]]
        if in_square(w, centre, size, cell):
            key = (cell % width) * w.board.height + cell // width
            count = insert_spot(w, count, key, cell)
    return count


# 5.6  Visible to the team


def team_sees(w: World, team: int, cell: int, resolving: bool) -> bool:
    """5.6  By its characters, its palantír, its zone, or the zone that expires in this resolution."""
    teams, vision = w.state.teams, w.params.vision
    for rank in range(CLASSES):
        character = team * CLASSES + rank
        if w.state.characters.cell[character] != NOWHERE and character_sees(w, character, vision[rank], cell):
            return True
    if shown_around(w, teams.palantir[team], vision[VOLEUR], cell):
        return True
    if shown_around(w, teams.zone[team], vision[ELFE], cell):
        return True
    if resolving and w.params.i_see_tir_resolution:
        return shown_around(w, w.scratch.expiring[team], vision[ELFE], cell)
    return False


def shown_around(w: World, centre: int, size: int, cell: int) -> bool:
    """5.6  By a palantír or zone, where there is one."""
    return centre != NOWHERE and in_square(w, centre, size, cell)
