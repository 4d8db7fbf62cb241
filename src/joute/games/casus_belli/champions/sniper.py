"""Sniper: three that wait in the forest and strike the same enemy at once.

Before each walk it guesses where the enemies it knows will stand: where they are, or where they come to if they chase
the nearest of us, as far as they did so before. Everybody goes where he strikes most of them and is struck least, under
trees if there are any. The three choose their blows together, so that wounds add up to deaths. Who may die is hit by a
friend, too: then nobody gets the point. With a lead over a single enemy, it waits for him.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from joute.core.chance import draw
from joute.core.columns import Column, rows
from joute.core.policy import Policy, Weight
from joute.core.tables import clear
from joute.core.world import Buffer
from joute.games.casus_belli.board import FORET, MUR, NO_EXIT
from joute.games.casus_belli.rules.attack import damage_of, spares
from joute.games.casus_belli.rules.orders import ATTAQUER, DEPLACE, check_strike, heading, planned, within
from joute.games.casus_belli.rules.paths import search, write_path
from joute.games.casus_belli.rules.state import World, cell_count, cells_of, character_count, characters_of, first_in
from joute.games.casus_belli.rules.vision import in_field, write_field, write_square
from joute.games.casus_belli.rules.vocabulary import (
    ATTAQUE,
    BARBARE,
    CLASSES,
    DEPLACEMENT,
    DIRECTIONS,
    ELFE,
    FUS_RO_DAH,
    I_SEE,
    NOBODY,
    NORMALE,
    NOWHERE,
    OK,
    PALANTIR,
    PLACEMENT,
    SPECIALS,
    VOLEUR,
)

NOTHING = -1
FAR = 1 << 20  # More than any distance or value.
KEPT = 12  # How many enemies are thought of in a turn; if some are as near as that, no others.
SHARES = 60  # What the chances of the guesses at an enemy's next place add up to.
LEARNT = 3
STAYED, CHASED, ELSE = range(LEARNT)


class Weights(NamedTuple):
    wound: Annotated[int, Weight(10, 1, 100)]
    focus: Annotated[int, Weight(1, 0, 20)]
    kill: Annotated[int, Weight(50, 0, 500)]
    friend: Annotated[int, Weight(20, 0, 200)]
    alarm: Annotated[int, Weight(30, 1, 100)]
    deny: Annotated[int, Weight(100, 0, 500)]
    caution: Annotated[int, Weight(8, 0, 100)]
    shade: Annotated[int, Weight(100, 0, 500)]
    cover: Annotated[int, Weight(60, 0, 100)]
    sight: Annotated[int, Weight(15, 0, 100)]
    chase: Annotated[int, Weight(2, 0, 100)]
    crowd: Annotated[int, Weight(4, 0, 100)]
    apart: Annotated[int, Weight(60, 0, 500)]
    turns: Annotated[int, Weight(6, 1, 60)]
    bold: Annotated[int, Weight(1, 0, 20)]
    noise: Annotated[int, Weight(6, 1, 100)]


class Memory(NamedTuple):
    """What is planned for each of us in this phase, `clock`; and of each enemy where it was (a cell plus one), in which
    turn, and where it would come to in chase."""

    clock: Annotated[Column, rows(1)]
    attack: Annotated[Column, rows(CLASSES)]
    goal: Annotated[Column, rows(CLASSES)]
    facing: Annotated[Column, rows(CLASSES)]
    home: Annotated[Column, rows(CLASSES)]
    hurt: Annotated[Column, rows(characters_of)]
    place: Annotated[Column, rows(characters_of)]
    turn: Annotated[Column, rows(characters_of)]
    lure: Annotated[Column, rows(characters_of)]
    habits: Annotated[Column, rows(LEARNT)]
    idle: Annotated[Column, rows(1)]  # How many turns there was nobody to strike, and no lead to keep.
    looked: Annotated[Column, rows(cells_of)]  # When a cell was last in sight.
    foes: Annotated[Column, rows(KEPT)]
    foe_count: Annotated[Column, rows(1)]


def policy(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory, row: Buffer) -> int:
    head = w.state.head
    if head.phase != PLACEMENT and head.phase != ATTAQUE and head.phase != DEPLACEMENT:
        return 0
    if memory.clock[0] != head.turn * 8 + head.phase:
        memory.clock[0] = head.turn * 8 + head.phase
        look(w, seat, memory)
        choose_foes(w, seat, weights, memory)
        for rank in range(CLASSES):
            memory.attack[rank] = NOTHING
        if head.phase == ATTAQUE:
            plan_attacks(w, seat, weights, memory)
        elif head.phase == DEPLACEMENT:
            plan_walks(w, seat, weights, rng, memory)
        else:
            plan_homes(w, seat, weights, memory)
    for rank in range(CLASSES):
        if not planned(w, seat * CLASSES + rank) and (head.phase != ATTAQUE or memory.attack[rank] != NOTHING):
            return write_order(w, seat * CLASSES + rank, memory, row)
    return 0


def write_order(w: World, character: int, memory: Memory, row: Buffer) -> int:
    rank, path = character % CLASSES, w.scratch.answer
    row[1] = character // CLASSES + w.params.premier_joueur
    row[2] = rank
    row[3] = w.state.characters.life[character]
    row[4] = w.state.characters.direction[character]
    if w.state.head.phase == ATTAQUE:
        row[0] = ATTAQUER
        row[5] = memory.attack[rank]
        row[6] = memory.goal[rank] % w.board.width
        row[7] = memory.goal[rank] // w.board.width
        return 8
    row[0] = DEPLACE
    row[5] = write_path(w, w.state.characters.cell[character], memory.goal[rank], path)
    for at in range(2 * row[5]):
        row[6 + at] = path[at]
    row[6 + 2 * row[5]] = memory.facing[rank]
    return 7 + 2 * row[5]


def flood(w: World, start: int, points: int) -> int:
    """Reach the cells that so many points lead to, the nearest first; how many."""
    return search(w, start, 0 if start != 0 else cell_count(w) - 1, points + 1)


def gap(w: World, cell: int, other: int) -> int:
    width = w.board.width
    return abs(cell % width - other % width) + abs(cell // width - other // width)


def towards(w: World, cell: int, other: int) -> int:
    width = w.board.width
    dx, dy = other % width - cell % width, other // width - cell // width
    return heading(dx, 0) if abs(dx) > abs(dy) else heading(0, dy)


def look(w: World, seat: int, memory: Memory) -> None:
    """Note what is in sight, and who is there or is there no more."""
    characters, vision, seen = w.state.characters, w.params.vision, w.scratch.answer
    for rank in range(CLASSES):
        own = seat * CLASSES + rank
        note(w, memory, write_field(w, characters.cell[own], characters.direction[own], vision[rank], seen))
    if w.state.teams.palantir[seat] != NOWHERE:
        note(w, memory, write_square(w, w.state.teams.palantir[seat], vision[VOLEUR], seen))
    if w.state.teams.zone[seat] != NOWHERE:
        note(w, memory, write_square(w, w.state.teams.zone[seat], vision[ELFE], seen))
    for other in range(character_count(w)):
        if other // CLASSES != seat and characters.cell[other] != NOWHERE:
            if memory.lure[other] != 0:
                learn(w, memory, other, characters.cell[other])
            memory.place[other] = characters.cell[other] + 1
            memory.turn[other] = w.state.head.turn
        elif memory.place[other] != 0 and memory.looked[memory.place[other] - 1] == memory.clock[0]:
            memory.place[other] = 0
        memory.lure[other] = 0


def note(w: World, memory: Memory, count: int) -> None:
    for at in range(0, 2 * count, 2):
        memory.looked[w.scratch.answer[at + 1] * w.board.width + w.scratch.answer[at]] = memory.clock[0]


def learn(w: World, memory: Memory, other: int, cell: int) -> None:
    """What an enemy did in the movement phase that has just ended."""
    habit = STAYED if memory.place[other] == cell + 1 else ELSE
    if habit == ELSE and within(w, cell, memory.lure[other] - 1, 2):
        habit = CHASED
    memory.habits[habit] += 1


def chance(memory: Memory, habit: int) -> int:
    """How many of the shares a habit has."""
    habits = memory.habits
    return SHARES * (1 + habits[habit]) // (LEARNT + habits[STAYED] + habits[CHASED] + habits[ELSE])


def choose_foes(w: World, seat: int, weights: Weights, memory: Memory) -> None:
    """Enemies that were in sight not long ago: those that are near, or else any."""
    count = 0
    for far in (KEPT, FAR):
        if count == 0:
            for other in range(character_count(w)):
                fresh = memory.place[other] != 0 and memory.turn[other] + weights.turns > w.state.head.turn
                if fresh and count < KEPT and nearest(w, seat, memory.place[other] - 1) <= far:
                    memory.foes[count] = other
                    count += 1
    memory.foe_count[0] = count


def nearest(w: World, seat: int, cell: int) -> int:
    """How far the nearest of us is."""
    far = FAR
    for own in range(seat * CLASSES, (seat + 1) * CLASSES):
        far = min(far, gap(w, w.state.characters.cell[own], cell))
    return far


def plan_homes(w: World, seat: int, weights: Weights, memory: Memory) -> None:
    """Settle where the Elfe comes to in time."""
    start = w.board.start_y * w.board.width + w.board.start_x
    if memory.home[ELFE] == 0:
        points = (w.params.pace[ELFE] - 1) * (w.board.placement_turns - w.state.head.turn)
        count = flood(w, start, max(0, points))
        for rank in range(CLASSES):
            best = -FAR
            for at in range(count):
                cell = w.scratch.ways.reached[at]
                value = home_value(w, seat, weights, memory, cell, start) - abs(w.scratch.ways.cost[cell] - points) * 4
                if value > best:
                    best = value
                    memory.home[rank] = cell + 1
    for rank in range(CLASSES):
        walk_to(w, seat * CLASSES + rank, memory, memory.home[rank] - 1)
        memory.facing[rank] = towards(w, memory.goal[rank], start)


def home_value(w: World, seat: int, weights: Weights, memory: Memory, cell: int, start: int) -> int:
    """In a forest, on the team's own side of the start, near the others but not beside them."""
    value = 40 if w.board.ground[cell] == FORET else 0
    for door in range(cell * DIRECTIONS, (cell + 1) * DIRECTIONS):
        if w.board.exits[door] != NO_EXIT and w.board.ground[w.board.exits[door]] == FORET:
            value += 8
    if towards(w, start, cell) == (seat + seat // DIRECTIONS) % DIRECTIONS:
        value += weights.apart
    for rank in range(CLASSES):
        if memory.home[rank] != 0:
            value -= weights.crowd * abs(gap(w, cell, memory.home[rank] - 1) - 2)
    return value


def walk_to(w: World, character: int, memory: Memory, goal: int) -> None:
    """Plan to go as far towards a cell as the movement points allow."""
    rank, cell, path = character % CLASSES, w.state.characters.cell[character], w.scratch.answer
    left = w.params.pace[rank]
    for at in range(write_path(w, cell, goal, path)):
        left -= w.board.cost[cell]
        if left >= 0:
            cell = path[2 * at + 1] * w.board.width + path[2 * at]
    memory.goal[rank] = cell
    memory.facing[rank] = towards(w, w.state.characters.cell[character], goal)


def plan_attacks(w: World, seat: int, weights: Weights, memory: Memory) -> None:
    """Each chooses in turn the blow that is best beside those of the others, twice."""
    w.scratch.fray.noted_life[seat * CLASSES + BARBARE] = w.state.characters.life[seat * CLASSES + BARBARE]
    clear(memory.hurt, 0, character_count(w))
    for _ in range(2):
        for rank in range(CLASSES):
            own = seat * CLASSES + rank
            deal(w, own, weights, memory, -1)
            choose_blow(w, own, weights, memory)
            deal(w, own, weights, memory, 1)
    idle = memory.attack[VOLEUR] == NOTHING and memory.attack[BARBARE] == NOTHING and not ahead(w, seat)
    memory.idle[0] = memory.idle[0] + 1 if idle else 0
    if memory.attack[VOLEUR] == NOTHING:
        lay_palantir(w, seat, memory)
    if memory.attack[ELFE] == NOTHING:
        reveal(w, seat, memory)


def choose_blow(w: World, own: int, weights: Weights, memory: Memory) -> None:
    """At one of us, or at an enemy."""
    rank, best = own % CLASSES, 0
    memory.attack[rank] = NOTHING
    for attack in (NORMALE, SPECIALS * rank + 1, SPECIALS * rank + 2):
        if attack != PALANTIR and attack != FUS_RO_DAH and attack != I_SEE:
            for number in range(memory.foe_count[0] + CLASSES):
                if number < CLASSES:
                    centre = w.state.characters.cell[own - rank + number]
                else:
                    centre = memory.place[memory.foes[number - CLASSES]] - 1
                for turned in range(1 + DIRECTIONS if rank == BARBARE else 1):
                    cell = struck(w, centre, turned)
                    if cell != NO_EXIT:
                        best = aim(w, own, memory, attack, cell, blow(w, own, weights, memory, attack, cell, 0), best)


def aim(w: World, own: int, memory: Memory, attack: int, cell: int, value: int, best: int) -> int:
    """Plan a blow that is better than the best so far, if it is allowed; the best value then."""
    if value <= best or check_strike(w, own, attack, cell % w.board.width, cell // w.board.width, False) != OK:
        return best
    memory.attack[own % CLASSES] = attack
    memory.goal[own % CLASSES] = cell
    return value


def struck(w: World, cell: int, number: int) -> int:
    """A cell of a cross, the middle first."""
    return cell if number == 0 else w.board.exits[cell * DIRECTIONS + number - 1]


def blow(w: World, own: int, weights: Weights, memory: Memory, attack: int, target: int, sign: int) -> int:
    """What a blow brings beside those planned so far; with a sign, its wounds are added to theirs or taken away."""
    value, damage = 0, damage_of(w, own, attack)
    for number in range(1 + DIRECTIONS if own % CLASSES == BARBARE else 1):
        cell = struck(w, target, number)
        if cell != NO_EXIT:
            victim = first_in(w, cell)
            while victim != NOBODY:
                if w.state.characters.cell[victim] == cell and not spares(own, attack, victim):
                    value += wound_worth(w, own, weights, memory, victim, damage)
                    memory.hurt[victim] += sign * damage
                victim = w.state.chain.next[victim]
    return value


def wound_worth(w: World, own: int, weights: Weights, memory: Memory, victim: int, damage: int) -> int:
    """Hitting one of us costs, but an enemy gains nothing by killing one that we have hit."""
    life, before = w.state.characters.life[victim], memory.hurt[victim]
    if victim // CLASSES != own // CLASSES:
        taken = max(0, min(life, before + damage) - before)
        value = taken * (weights.wound + weights.focus * (10 - life + before))
        return value + weights.kill if before < life <= before + damage else value
    doom = min(100, 10 * weights.alarm * danger_now(w, memory, victim) // max(1, life))
    loss = weights.friend * damage + (weights.kill if before + damage >= life else 0)
    return ((weights.deny if before == 0 else 0) * doom - loss * (100 - doom)) // 100


def danger_now(w: World, memory: Memory, victim: int) -> int:
    """What enemies in sight can do to one of us in this phase."""
    total, characters, cell = 0, w.state.characters, w.state.characters.cell[victim]
    for number in range(memory.foe_count[0]):
        foe = memory.foes[number]
        eye, size = characters.cell[foe], w.params.vision[foe % CLASSES]
        if eye != NOWHERE and in_field(w, eye, characters.direction[foe], size, cell):
            total += threat(w, foe, eye, cell)
    return total


def threat(w: World, foe: int, place: int, cell: int) -> int:
    """What an enemy on a place can do to somebody on a cell, whatever it looks at."""
    rank, far = foe % CLASSES, gap(w, place, cell)
    if rank == VOLEUR and far == 0:
        return w.params.life[VOLEUR]
    return w.params.strike[rank] if far <= (1 if rank == VOLEUR else w.params.vision[rank] + 1) else 0


def deal(w: World, own: int, weights: Weights, memory: Memory, sign: int) -> None:
    """Add what somebody's planned attack takes, or take it away."""
    attack = memory.attack[own % CLASSES]
    if attack != NOTHING:
        blow(w, own, weights, memory, attack, memory.goal[own % CLASSES], sign)


def lay_palantir(w: World, seat: int, memory: Memory) -> None:
    """Where it shows more than now, by enough to be worth the turns it takes to come back."""
    own, laid, characters = seat * CLASSES + VOLEUR, w.state.teams.palantir[seat], w.state.characters
    best = 40 + (show_value(w, memory, laid) if laid != NOWHERE else 0)
    count = write_field(w, characters.cell[own], characters.direction[own], w.params.vision[VOLEUR], w.scratch.answer)
    for at in range(0, 2 * count, 2):
        cell = w.scratch.answer[at + 1] * w.board.width + w.scratch.answer[at]
        best = aim(w, own, memory, PALANTIR, cell, show_value(w, memory, cell), best)


def show_value(w: World, memory: Memory, centre: int) -> int:
    """The open ground and the enemies that a palantír shows."""
    width, size, value = w.board.width, w.params.vision[VOLEUR], 0
    x, y = centre % width, centre // width
    for line in range(max(0, y - size), min(w.board.height, y + size + 1)):
        for cell in range(line * width + max(0, x - size), line * width + min(width, x + size + 1)):
            value += int(w.board.ground[cell] != MUR and w.board.ground[cell] != FORET)
    for number in range(memory.foe_count[0]):
        cell = memory.place[memory.foes[number]] - 1
        if abs(cell % width - x) < size and abs(cell // width - y) < size:
            value += 60
    return value


def reveal(w: World, seat: int, memory: Memory) -> None:
    """I see where an enemy was, else what was not looked at for longest."""
    own = seat * CLASSES + ELFE
    chosen = unlooked(w, memory, w.state.characters.cell[own])
    for number in range(memory.foe_count[0]):
        if w.state.characters.cell[memory.foes[number]] == NOWHERE:
            chosen = memory.place[memory.foes[number]] - 1
    aim(w, own, memory, I_SEE, chosen, 1, 0)


def unlooked(w: World, memory: Memory, here: int) -> int:
    """The open place that was not looked at for longest, of those that can be walked to."""
    best, chosen = FAR, here
    for at in range(0, flood(w, here, w.params.distance_plafond), 5):
        cell = w.scratch.ways.reached[at]
        value = memory.looked[cell] // 2 + gap(w, here, cell)
        if value < best and w.board.ground[cell] != FORET:
            best, chosen = value, cell
    return chosen


def plan_walks(w: World, seat: int, weights: Weights, rng: Buffer, memory: Memory) -> None:
    if memory.foe_count[0] == 0:
        seek(w, seat, ahead(w, seat) and memory.home[ELFE] != 0, memory)
        return
    for number in range(memory.foe_count[0]):
        guess(w, seat, memory, memory.foes[number])
    for rank in (ELFE, BARBARE, VOLEUR):
        choose_walk(w, seat * CLASSES + rank, weights, rng, memory)


def seek(w: World, seat: int, waits: bool, memory: Memory) -> None:
    """The Voleur looks for somebody to fight, the Barbare follows, and the Elfe stays; who is ahead waits at home."""
    first, cells = seat * CLASSES, w.state.characters.cell
    for rank in range(CLASSES):
        goal = cells[first + (VOLEUR if rank == BARBARE else rank)]
        if waits:
            goal = memory.home[rank] - 1
        elif rank == VOLEUR:
            goal = unlooked(w, memory, goal)
        walk_to(w, first + rank, memory, goal)
        if memory.goal[rank] == cells[first + rank]:
            memory.facing[rank] = (w.state.characters.direction[first + rank] + 1) % DIRECTIONS


def ahead(w: World, seat: int) -> bool:
    """Whether there is a lead to keep: of several others, some would gain on us by fighting each other."""
    scores = w.state.teams.score
    return len(scores) == 2 and scores[seat] > scores[1 - seat]


def guess(w: World, seat: int, memory: Memory, foe: int) -> None:
    """Where an enemy comes to that chases the nearest of us."""
    start, best = memory.place[foe] - 1, FAR
    prey = w.state.characters.cell[seat * CLASSES]
    for own in range(seat * CLASSES, (seat + 1) * CLASSES):
        if gap(w, start, w.state.characters.cell[own]) < gap(w, start, prey):
            prey = w.state.characters.cell[own]
    for at in range(flood(w, start, w.params.pace[foe % CLASSES])):
        cell = w.scratch.ways.reached[at]
        value = abs(gap(w, cell, prey) - foe % CLASSES)
        if value < best:
            best = value
            memory.lure[foe] = cell + 1


def choose_walk(w: World, own: int, weights: Weights, rng: Buffer, memory: Memory) -> None:
    """The best of all places within reach and ways to look there."""
    rank, best = own % CLASSES, -FAR
    for at in range(flood(w, w.state.characters.cell[own], w.params.pace[rank])):
        cell = w.scratch.ways.reached[at]
        value = place_value(w, own, weights, memory, cell) - w.scratch.ways.cost[cell] + draw(rng, weights.noise)
        for facing in range(DIRECTIONS):
            more = value + view_value(w, own, weights, memory, cell, facing)
            if more > best:
                best = more
                memory.goal[rank] = cell
                memory.facing[rank] = facing


def place_value(w: World, own: int, weights: Weights, memory: Memory, cell: int) -> int:
    """How good it is to stand on a cell, wherever one looks: shade, danger, distance, and who stands near."""
    value, danger, near, rank = 0, 0, FAR, own % CLASSES
    for number in range(memory.foe_count[0]):
        foe = memory.foes[number]
        danger += chance(memory, STAYED) * threat(w, foe, memory.place[foe] - 1, cell)
        danger += chance(memory, CHASED) * threat(w, foe, memory.lure[foe] - 1, cell)
        near = min(near, gap(w, cell, memory.place[foe] - 1))
    danger = danger // SHARES
    if w.board.ground[cell] == FORET:
        value += weights.shade
        danger -= danger * weights.cover // 100
    value -= weights.caution * min(danger, w.state.characters.life[own])
    for friend in range(rank + 1, CLASSES):
        value -= weights.crowd * int(within(w, cell, memory.goal[friend], 1))
    eager = weights.chase + (weights.bold * memory.idle[0] if rank != ELFE else 0)
    return value - eager * abs(near - 3 * rank)


def view_value(w: World, own: int, weights: Weights, memory: Memory, cell: int, facing: int) -> int:
    """What can be seen and struck from a cell, looking somewhere."""
    value = 0
    for number in range(memory.foe_count[0]):
        foe = memory.foes[number]
        value += chance(memory, STAYED) * aim_value(w, own, weights, cell, facing, memory.place[foe] - 1)
        value += chance(memory, CHASED) * aim_value(w, own, weights, cell, facing, memory.lure[foe] - 1)
    return value // SHARES


def aim_value(w: World, own: int, weights: Weights, cell: int, facing: int, target: int) -> int:
    """What an enemy on a cell is worth to one of us."""
    rank = own % CLASSES
    if not in_field(w, cell, facing, w.params.vision[rank], target):
        return 0
    if rank == ELFE or (rank == VOLEUR and gap(w, cell, target) > 1):
        return weights.sight
    if rank == VOLEUR and cell == target and w.state.characters.recharge[own * SPECIALS + 1] <= 1:
        return weights.sight + w.params.life[VOLEUR] * weights.wound
    return weights.sight + w.params.strike[rank] * weights.wound


POLICY = Policy(kernel=policy, weights=Weights, memory=Memory)
