import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Colonises the nearest free islands with caravelles, and guards what it has with galions. */
public class Champion extends Api {
    private static final int FLEET = 8; // No more caravelles at once.
    private static final int GUARD = 5; // So many galions on each island.

    private final List<Integer> boats = new ArrayList<>(); // The ids of our caravelles.

    @Override
    public void jouer_tour() {
        boats.removeIf(boat -> info_bateau(boat).joueur() != mon_joueur());
        List<Position> free = liste_iles();
        free.removeIf(island -> info_ile_joueur(island) != -1);
        if (boats.size() < Math.min(FLEET, free.size())) {
            construct();
        }
        for (int boat : boats) {
            Position here = info_bateau(boat).pos();
            free.sort(Comparator.<Position>comparingInt(island -> gap(here, island))
                .thenComparingInt(Position::x).thenComparingInt(Position::y));
            if (!free.isEmpty()) {
                sail(boat, here, free.remove(0));
            }
        }
        guard();
    }

    private void construct() {
        for (Position island : mes_iles()) {
            if (boats.size() < FLEET && construire(BATEAU_CARAVELLE, island) == OK) {
                boats.add(id_dernier_bateau_construit());
            }
        }
    }

    private void guard() {
        for (Position island : mes_iles()) {
            long posted = liste_bateaux_position(island).stream().filter(boat -> boat.btype() == BATEAU_GALION).count();
            for (long missing = GUARD - posted; missing > 0; missing--) {
                construire(BATEAU_GALION, island);
            }
        }
    }

    /** As near to the goal as the boat gets this turn; there, colonise it. */
    private void sail(int boat, Position here, Position goal) {
        int dx = clamp(goal.x() - here.x(), CARAVELLE_DEPLACEMENT);
        int dy = clamp(goal.y() - here.y(), CARAVELLE_DEPLACEMENT - Math.abs(dx));
        Position end = new Position(here.x() + dx, here.y() + dy);
        boolean moved = end.equals(here) || deplacer(boat, end) == OK;
        if (moved && end.equals(goal)) {
            coloniser(goal);
        }
    }

    private static int clamp(int value, int reach) {
        return Math.max(-reach, Math.min(reach, value));
    }

    private static int gap(Position a, Position b) {
        return Math.abs(a.x() - b.x()) + Math.abs(a.y() - b.y());
    }

    public static void main(String[] arguments) {
        play(new Champion());
    }
}
