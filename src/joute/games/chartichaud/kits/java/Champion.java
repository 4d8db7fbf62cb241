import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Harvests, sends every civilian to the nearest gold, and recruits more of them. */
public class Champion extends Api {
    private static final int WORKERS = 8; // Enough civilians.

    /** A cell that we see: its gold, our civilians and our buildings. */
    private record Cell(int y, int x, int gold, int civilians, int buildings) {
        int far(int toY, int toX) {
            return Math.abs(y - toY) + Math.abs(x - toX);
        }
    }

    @Override
    public void jouer_tour() {
        autofarm();
        List<Cell> cells = look();
        construct(cells);
        recruit(cells);
        List<Cell> mines = cells.stream().filter(cell -> cell.gold > 0).toList();
        for (Cell cell : cells) {
            if (cell.civilians > 0) {
                for (int idle = ready(C, cell.y, cell.x); idle > 0; idle--) {
                    walk(cell, mines);
                }
            }
        }
    }

    /** All cells that we see, asked for at once: much quicker than one by one. */
    private List<Cell> look() {
        String letter = player() == 0 ? "A" : "B";
        List<Cell> found = new ArrayList<>();
        int y = 0;
        for (Object row : (List<?>) ((Map<?, ?>) view()).get("map")) {
            int x = 0;
            for (Object content : (List<?>) row) {
                Map<?, ?> cell = (Map<?, ?>) content;
                if (cell.get(letter) instanceof Map<?, ?> own) { // A hidden cell is empty.
                    found.add(new Cell(y, x, number(cell.get("G")), number(own.get("C")), number(own.get("B"))));
                }
                x++;
            }
            y++;
        }
        return found;
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }

    /** Without a building nobody is recruited: the first civilian who can pay for one constructs it. */
    private void construct(List<Cell> cells) {
        if (cells.stream().allMatch(cell -> cell.buildings == 0)) {
            for (Cell cell : cells) {
                if (cell.civilians > 0 && build(cell.y, cell.x, B) == OK) {
                    return;
                }
            }
        }
    }

    private void recruit(List<Cell> cells) {
        int workers = cells.stream().mapToInt(Cell::civilians).sum();
        for (Cell cell : cells) {
            if (cell.buildings > 0 && workers < WORKERS && build(cell.y, cell.x, C) == OK) {
                workers++;
            }
        }
    }

    /** One civilian goes a step towards the nearest gold. */
    private void walk(Cell from, List<Cell> mines) {
        int y = from.y;
        int x = from.x;
        List<int[]> steps = new ArrayList<>();
        steps.add(new int[] {y, x + 1});
        steps.add(new int[] {y + 1, x});
        steps.add(new int[] {y, x - 1});
        steps.add(new int[] {y - 1, x});
        steps.sort(Comparator.comparingInt(
            step -> mines.stream().mapToInt(mine -> mine.far(step[0], step[1])).min().orElse(0)));
        for (int[] step : steps) {
            if (move(C, y, x, step[0], step[1]) == OK) {
                return;
            }
        }
    }

    public static void main(String[] arguments) {
        play(new Champion());
    }
}
