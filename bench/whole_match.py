"""A match of four C++ champions of tours_de_magie that call the API 5 million times: `python bench/whole_match.py`.

Each looks at every cell in each callback (numbers), asks for towers and paths (structs and lists), makes wizards and
moves them (orders), and takes an order back. The time is that of `joute run`, from its start to its end, in sandboxes;
the champions are built before.
"""

from __future__ import annotations

import argparse
import re
import resource
import tempfile
import time
from pathlib import Path

from command import joute

CHAMPION = """
#include "api.hh"
#include <stdexcept>
#include <string>

static long calls = 0, sum = 0;
static position home, goal;

template <class T> static T made(T answer) {
    calls++;
    return answer;
}

static void look() {
    int me = made(moi());
    for (int x = 0; x < TAILLE_TERRAIN; x++)
        for (int y = 0; y < TAILLE_TERRAIN; y++) {
            sum += made(info_case({x, y})) + made(joueur_case({x, y})) + made(nb_sorciers({x, y}, me));
            if ((x + y) % 4 == 0) sum += made(distance(home, {x, y}));
        }
    for (int other : made(adversaires())) {
        sum += made(tourelles_joueur(other)).size() + made(magie(other));
        sum += made(chemin(home, made(base_joueur(other)))).size();
    }
}

void partie_debut() {
    home = made(base_joueur(made(moi())));
    goal = {TAILLE_TERRAIN / 2, TAILLE_TERRAIN / 2};
}

void phase_construction() {
    look();
    made(creer(made(magie(made(moi()))) / COUT_SORCIER));
    made(annuler());
    made(creer(made(magie(made(moi()))) / COUT_SORCIER / 2));
}

void phase_deplacement() {
    look();
    auto path = made(chemin(home, goal));
    int number = made(nb_sorciers_deplacables(home, made(moi())));
    for (int sent = 0; sent < number && sent < 10 && !path.empty(); sent++) made(deplacer(home, path[0], 1));
}

void phase_tirs() { look(); }

void phase_siege() { look(); }

void partie_fin() { throw std::runtime_error(std::to_string(calls) + " calls, sum " + std::to_string(sum)); }
"""


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--runs", type=int, default=5)
    runs = words.parse_args().runs
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        joute("new", "tours_de_magie", "looks", "--lang", "cxx", folder=folder)
        (folder / "looks" / "champion.cc").write_text(CHAMPION)
        match = ("run", "tours_de_magie", *["looks"] * 4, "--preset", "finale")
        joute(*match, folder=folder)
        for _ in range(runs):
            began, used = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            said = joute(*match, folder=folder)
            taken, now = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
            calls = sum(map(int, re.findall(r"(\d+) calls", said)))
            print(f"{taken:.2f} s, {cpu:.2f} s of CPU, {calls:,} calls", flush=True)


if __name__ == "__main__":
    main()
