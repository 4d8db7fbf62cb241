using System;
using System.Collections.Generic;
using System.Linq;

// Harvests, sends every civilian to the nearest gold, and recruits more of them.
public class Champion : Api
{
    private const int Workers = 8; // Enough civilians.

    // A cell that we see: its gold, our civilians and our buildings.
    private struct Cell
    {
        public readonly int y, x, gold, civilians, buildings;

        public Cell(int y, int x, int gold, int civilians, int buildings)
        {
            this.y = y;
            this.x = x;
            this.gold = gold;
            this.civilians = civilians;
            this.buildings = buildings;
        }
    }

    public override void jouer_tour()
    {
        autofarm();
        List<Cell> cells = Look();
        Construct(cells);
        Recruit(cells);
        List<Cell> mines = cells.Where(cell => cell.gold > 0).ToList();
        foreach (Cell cell in cells.Where(cell => cell.civilians > 0))
            for (int idle = ready(C, cell.y, cell.x); idle > 0; idle--)
                Walk(cell, mines);
    }

    // All cells that we see, asked for at once: much quicker than one by one.
    private static List<Cell> Look()
    {
        string letter = player() == 0 ? "A" : "B";
        var found = new List<Cell>();
        var rows = (List<object>)((Dictionary<string, object>)view())["map"];
        for (int y = 0; y < rows.Count; y++)
        {
            var row = (List<object>)rows[y];
            for (int x = 0; x < row.Count; x++)
            {
                var seen = (Dictionary<string, object>)row[x];
                object own;
                if (seen.TryGetValue(letter, out own)) // A hidden cell is empty.
                    found.Add(new Cell(y, x, Number(seen, "G"), Number(own, "C"), Number(own, "B")));
            }
        }
        return found;
    }

    private static int Number(object seen, string name)
    {
        return (int)(long)((Dictionary<string, object>)seen)[name];
    }

    // Without a building nobody is recruited: the first civilian who can pay for one constructs it.
    private static void Construct(List<Cell> cells)
    {
        if (cells.All(cell => cell.buildings == 0))
            cells.Any(cell => cell.civilians > 0 && build(cell.y, cell.x, B) == OK);
    }

    private static void Recruit(List<Cell> cells)
    {
        int workers = cells.Sum(cell => cell.civilians);
        foreach (Cell cell in cells.Where(cell => cell.buildings > 0))
            if (workers < Workers && build(cell.y, cell.x, C) == OK)
                workers++;
    }

    // One civilian goes a step towards the nearest gold.
    private static void Walk(Cell from, List<Cell> mines)
    {
        int y = from.y, x = from.x;
        var steps = new[] { new[] { y, x + 1 }, new[] { y + 1, x }, new[] { y, x - 1 }, new[] { y - 1, x } };
        Func<int[], int> far = step =>
            mines.Select(mine => Math.Abs(mine.y - step[0]) + Math.Abs(mine.x - step[1])).DefaultIfEmpty().Min();
        steps.OrderBy(far).Any(step => move(C, y, x, step[0], step[1]) == OK);
    }

    public static void Main()
    {
        Play(new Champion());
    }
}
