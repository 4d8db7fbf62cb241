import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Spreads out, then walks back to where everybody starts and strikes at whoever is in sight. */
public class Champion extends Api {
    private static final int[] STRIDE = {VOLEUR_DEPLACEMENT, BARBARE_DEPLACEMENT, ELFE_DEPLACEMENT};

    /** Each class towards another corner. */
    @Override
    public void jouer_placement() {
        Position size = carte_taille();
        int right = size.x() - 1;
        int bottom = size.y() - 1;
        List<Position> corners = List.of(
            new Position(0, 0), new Position(right, 0), new Position(right, bottom), new Position(0, bottom));
        for (PersoClasse classe : PersoClasse.values()) {
            walk(classe, nearestFloor(corners.get((mon_equipe() + classe.value) % 4), size));
        }
    }

    @Override
    public void jouer_attaque() {
        for (PersoClasse classe : PersoClasse.values()) {
            for (Position cell : enemies(classe)) {
                if (perso_attaque(perso_classe_info(classe), ATTAQUE_NORMALE, cell) == OK) {
                    break;
                }
            }
        }
    }

    @Override
    public void jouer_deplacement() {
        for (PersoClasse classe : PersoClasse.values()) {
            List<Position> seen = enemies(classe);
            walk(classe, seen.isEmpty() ? carte_depart() : seen.get(0));
        }
    }

    /** The cells in sight of one of our characters where somebody of another team stands, the nearest first. */
    private List<Position> enemies(PersoClasse classe) {
        PersoInfo own = perso_classe_info(classe);
        Position here = perso_position(own);
        List<Position> found = perso_vision_personnages(own);
        found.removeIf(cell -> carte_zone_perso(cell).stream().allMatch(other -> other.equipe() == own.equipe()));
        found.sort(Comparator.comparingInt(cell -> gap(here, cell)));
        return found;
    }

    /** As far as possible on the way to the goal, and look where it leads; on the spot, look around. */
    private void walk(PersoClasse classe, Position goal) {
        PersoInfo own = perso_classe_info(classe);
        Position here = perso_position(own);
        List<Position> path = chemin(here, goal);
        Orientation facing = path.isEmpty() ? Orientation.values()[tour_actuel() % 4] : direction(here, goal);
        for (int length = Math.min(path.size(), STRIDE[classe.value]); length >= 0; length--) {
            if (perso_deplace(own, path.subList(0, length), facing) == OK) {
                return;
            }
        }
    }

    /** The cell nearest to a corner that can be reached from the start. */
    private Position nearestFloor(Position corner, Position size) {
        List<Position> cells = new ArrayList<>();
        for (int x = 0; x < size.x(); x++) {
            for (int y = 0; y < size.y(); y++) {
                cells.add(new Position(x, y));
            }
        }
        cells.sort(Comparator.comparingInt(cell -> gap(corner, cell)));
        for (Position cell : cells) {
            if (carte_zone_type(cell) != ZONE_MUR && distance(carte_depart(), cell) >= 0) {
                return cell;
            }
        }
        return carte_depart();
    }

    private static int gap(Position a, Position b) {
        return Math.abs(a.x() - b.x()) + Math.abs(a.y() - b.y());
    }

    private static Orientation direction(Position here, Position goal) {
        int dx = goal.x() - here.x();
        int dy = goal.y() - here.y();
        if (Math.abs(dx) > Math.abs(dy)) {
            return dx > 0 ? ORIENTATION_EST : ORIENTATION_OUEST;
        }
        return dy > 0 ? ORIENTATION_SUD : ORIENTATION_NORD;
    }

    public static void main(String[] arguments) {
        play(new Champion());
    }
}
