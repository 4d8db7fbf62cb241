import java.util.Comparator;
import java.util.List;

/** Captures the nearest neutral portal, links it to all portals it may, and goes to the next. */
public class Champion extends Api {
    @Override
    public void jouer_tour() {
        work();
        while (walk()) {
            work();
        }
    }

    private Position place() {
        return position_agent(moi());
    }

    /** Capture the portal here, if there is one, and link it to our others, the nearest first. */
    private void work() {
        Position here = place();
        if (portail_joueur(here) == -1) {
            capturer();
        }
        if (portail_joueur(here) == moi()) {
            for (Position portal : near(here, moi())) {
                if (!portal.equals(here) && points_action() >= COUT_LIEN) {
                    lier(portal);
                }
            }
        }
    }

    /** Go towards the nearest neutral portal; whether we are there and can capture it. */
    private boolean walk() {
        Position here = place();
        List<Position> goals = near(here, -1);
        if (goals.isEmpty()) {
            return false;
        }
        Position goal = goals.get(0);
        int reach = points_deplacement();
        int dx = clamp(goal.x() - here.x(), reach);
        int dy = clamp(goal.y() - here.y(), reach - Math.abs(dx));
        boolean moved = deplacer(new Position(here.x() + dx, here.y() + dy)) == OK;
        return moved && place().equals(goal) && points_action() >= COUT_CAPTURE;
    }

    /** The portals of a player, the nearest first. */
    private List<Position> near(Position here, int player) {
        List<Position> found = liste_portails();
        found.removeIf(portal -> portail_joueur(portal) != player);
        found.sort(Comparator.comparingInt(portal -> gap(here, portal)));
        return found;
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
