import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Turns all magic into wizards, takes the fountains and the artefact, then marches on the nearest base. */
public class Champion extends Api {
    private static final int GUARD = 5; // So many wizards stay at home.
    private static final int HOLD = 2; // So many stay on what we have taken.

    private final List<Position> goals = new ArrayList<>(); // The fountains and the artefact.
    private final Set<Position> armies = new LinkedHashSet<>(); // The cells where we may have wizards.

    @Override
    public void partie_debut() {
        for (int x = 0; x < TAILLE_TERRAIN; x++) {
            for (int y = 0; y < TAILLE_TERRAIN; y++) {
                CaseInfo found = info_case(new Position(x, y));
                if (found == CASE_FONTAINE || found == CASE_ARTEFACT) {
                    goals.add(new Position(x, y));
                }
            }
        }
    }

    @Override
    public void phase_construction() {
        creer(magie(moi()) / COUT_SORCIER);
    }

    @Override
    public void phase_deplacement() {
        Position home = base_joueur(moi());
        armies.add(home);
        armies.removeIf(cell -> nb_sorciers(cell, moi()) <= 0);
        for (Position cell : List.copyOf(armies)) {
            int stay = cell.equals(home) ? GUARD : goals.contains(cell) ? HOLD : 0;
            int number = Math.min(nb_sorciers_deplacables(cell, moi()), nb_sorciers(cell, moi()) - stay);
            if (number > 0) {
                march(cell, number);
            }
        }
    }

    @Override
    public void phase_tirs() {
    }

    /** Wizards beside a tower of another player bring it down. */
    @Override
    public void phase_siege() {
        for (Position cell : armies) {
            List<Position> sides = List.of(
                new Position(cell.x(), cell.y() + 1), new Position(cell.x() + 1, cell.y()),
                new Position(cell.x(), cell.y() - 1), new Position(cell.x() - 1, cell.y()));
            for (Position near : sides) {
                int number = nb_sorciers(cell, moi());
                if (number > 0 && info_case(near) == CASE_TOURELLE && joueur_case(near) != moi()) {
                    assieger(cell, near, Math.min(number, tourelle_case(near).vie()));
                }
            }
        }
    }

    /** Go as far as wizards go in a turn towards the nearest goal that is not ours, or else the nearest enemy base. */
    private void march(Position cell, int number) {
        List<Position> wanted = new ArrayList<>(goals);
        wanted.removeIf(goal -> joueur_case(goal) == moi());
        if (wanted.isEmpty()) {
            adversaires().forEach(other -> wanted.add(base_joueur(other)));
        }
        wanted.sort(Comparator.comparingInt(goal -> gap(cell, goal)));
        for (Position goal : wanted) {
            List<Position> path = chemin(cell, goal);
            if (!path.isEmpty()) {
                Position end = path.get(Math.min(path.size(), PORTEE_SORCIER) - 1);
                if (deplacer(cell, end, number) == OK) {
                    armies.add(end);
                    return;
                }
            }
        }
    }

    private static int gap(Position a, Position b) {
        return Math.abs(a.x() - b.x()) + Math.abs(a.y() - b.y());
    }

    public static void main(String[] arguments) {
        play(new Champion());
    }
}
