"""5  Vision: cones, squares, what hides, and what a team sees."""

from __future__ import annotations

from ..board import FORET, HEIGHT, MUR, TOUR, WIDTH
from ..params import FOREST_FROM_OUTSIDE, I_SEE_LASTS, SIGHT_BY_COLUMN, VISION
from .state import (
    CLASSES,
    ELFE,
    NOWHERE,
    PALANTIR_CELL,
    SPOT_CELL,
    SPOT_COLUMNS,
    SPOT_KEY,
    TEAM_COLUMNS,
    VOLEUR,
    ZONE_CELL,
    World,
    cell_of,
    direction_of,
    near,
    step_x,
    step_y,
)

# 5.1, 5.3  A cell of the cone is (i, j): i along the vector f of the facing, j along g, which is f with its coordinates
# exchanged.


def dark_from(w: World, eye: int) -> int:
    """5.3  The distance from which forest is dark for a viewer on this cell."""
    if w.params[FOREST_FROM_OUTSIDE] or w.board.ground[eye] == FORET:
        return 2
    return 1


def in_cone(w: World, eye: int, direction: int, size: int, cell: int) -> bool:
    """5.3  Whether a cell of the map is a visible cell of a cone."""
    width = w.board.head[WIDTH]
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
    width = w.board.head[WIDTH]
    fx, fy = step_x(direction), step_y(direction)
    forward, sideways = fx + fy * width, fy + fx * width
    dark = dark_from(w, eye)
    zone = w.board.ground[eye + i * forward + j * sideways]
    if zone == MUR or (zone == FORET and i + abs(j) >= dark):
        return False
    if w.params[SIGHT_BY_COLUMN]:
        return column_clear(w, eye + j * sideways, forward, i, abs(j), dark)
    return segment_clear(w, eye, forward, sideways if j > 0 else -sideways, i, abs(j), dark)


def segment_clear(w: World, eye: int, forward: int, sideways: int, i: int, j: int, dark: int) -> bool:
    """5.3  No screen among the cells that the straight line crosses."""
    line = 2 * (i * (i + 3) // 2 + j)
    for at in range(w.board.lines[line], w.board.lines[line + 1], 2):
        k = w.board.lines[at]
        m = w.board.lines[at + 1]
        zone = w.board.ground[eye + k * forward + m * sideways]
        if zone == MUR or (zone == FORET and k + m >= dark):
            return False
    return True


def column_clear(w: World, foot: int, forward: int, i: int, j: int, dark: int) -> bool:
    """5.3  No screen in the same column and nearer; a wall beside the viewer is none, nor is his own cell."""
    for k in range(max(0, j - 1), i):
        zone = w.board.ground[foot + k * forward]
        if (zone == MUR and k > 0) or (zone == FORET and k + j >= dark):
            return False
    return True


# 5.4  Field of vision


def in_square(w: World, centre: int, size: int, cell: int) -> bool:
    """5.4  What a tower, a palantír or an I see zone shows: neither wall nor forest, and nothing hides."""
    width = w.board.head[WIDTH]
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
    return in_field(w, cell_of(w, character), direction_of(w, character), size, cell)


# 5.5  Listing order


def listing_key(w: World, eye: int, direction: int, size: int, cell: int) -> int:
    """5.5  Where a cell of a field comes: cones by depth, then by column; squares by x, then by y."""
    width = w.board.head[WIDTH]
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
    at = count
    while at > 0 and spots[(at - 1) * SPOT_COLUMNS + SPOT_KEY] > key:
        at -= 1
    if at > 0 and spots[(at - 1) * SPOT_COLUMNS + SPOT_KEY] == key:
        return count
    for spot in range(count, at, -1):
        spots[spot * SPOT_COLUMNS + SPOT_KEY] = spots[(spot - 1) * SPOT_COLUMNS + SPOT_KEY]
        spots[spot * SPOT_COLUMNS + SPOT_CELL] = spots[(spot - 1) * SPOT_COLUMNS + SPOT_CELL]
    spots[at * SPOT_COLUMNS + SPOT_KEY] = key
    spots[at * SPOT_COLUMNS + SPOT_CELL] = cell
    return count + 1


def list_field(w: World, viewer: int) -> int:
    """5.4, 5.5  The occupied cells of a character's field of vision, put into the spots; their number."""
    size = w.params[VISION + viewer % CLASSES]
    eye, facing = cell_of(w, viewer), direction_of(w, viewer)
    count = 0
    for number in range(near(w, eye, size + 1)):
        cell = cell_of(w, w.scratch.crowd[number])
        if in_field(w, eye, facing, size, cell):
            count = insert_spot(w, count, listing_key(w, eye, facing, size, cell), cell)
    return count


def list_square(w: World, centre: int, size: int) -> int:
    """5.4, 5.5  The occupied cells of a palantír or zone, put into the spots; their number."""
    width = w.board.head[WIDTH]
    count = 0
    for number in range(near(w, centre, size)):
        cell = cell_of(w, w.scratch.crowd[number])
        if in_square(w, centre, size, cell):
            key = (cell % width) * w.board.head[HEIGHT] + cell // width
            count = insert_spot(w, count, key, cell)
    return count


# 5.6  Visible to the team


def team_sees(w: World, team: int, cell: int, resolving: bool) -> bool:
    """5.6  By its characters, its palantír, its zone, or the zone that expires in this resolution."""
    for rank in range(CLASSES):
        character = team * CLASSES + rank
        if cell_of(w, character) != NOWHERE and character_sees(w, character, w.params[VISION + rank], cell):
            return True
    palantir = w.state.teams[team * TEAM_COLUMNS + PALANTIR_CELL]
    if palantir != NOWHERE and in_square(w, palantir, w.params[VISION + VOLEUR], cell):
        return True
    zone = w.state.teams[team * TEAM_COLUMNS + ZONE_CELL]
    if zone != NOWHERE and in_square(w, zone, w.params[VISION + ELFE], cell):
        return True
    if resolving and w.params[I_SEE_LASTS]:
        zone = w.scratch.expiring[team]
        return zone != NOWHERE and in_square(w, zone, w.params[VISION + ELFE], cell)
    return False
