using System;
using System.Collections.Generic;
using System.Linq;

// Colonises the nearest free islands with caravelles, and guards what it has with galions.
public class Champion : Api
{
    private const int Fleet = 8; // No more caravelles at once.
    private const int Guards = 5; // So many galions on each island.

    private readonly List<int> boats = new List<int>(); // The ids of our caravelles.

    public override void jouer_tour()
    {
        boats.RemoveAll(boat => info_bateau(boat).joueur != mon_joueur());
        List<Position> free = liste_iles().Where(island => info_ile_joueur(island) == -1).ToList();
        if (boats.Count < Math.Min(Fleet, free.Count))
            Construct();
        foreach (int boat in boats)
        {
            Position here = info_bateau(boat).pos;
            free = free.OrderBy(to => Gap(here, to)).ThenBy(to => to.x).ThenBy(to => to.y).ToList();
            if (free.Count > 0)
            {
                Sail(boat, here, free[0]);
                free.RemoveAt(0);
            }
        }
        Guard();
    }

    private void Construct()
    {
        foreach (Position island in mes_iles())
            if (boats.Count < Fleet && construire(BATEAU_CARAVELLE, island) == OK)
                boats.Add(id_dernier_bateau_construit());
    }

    private static void Guard()
    {
        foreach (Position island in mes_iles())
        {
            int posted = liste_bateaux_position(island).Count(boat => boat.btype == BATEAU_GALION);
            for (int missing = Guards - posted; missing > 0; missing--)
                construire(BATEAU_GALION, island);
        }
    }

    // As near to the goal as the boat gets this turn; there, colonise it.
    private static void Sail(int boat, Position here, Position goal)
    {
        int dx = Clamp(goal.x - here.x, CARAVELLE_DEPLACEMENT);
        int dy = Clamp(goal.y - here.y, CARAVELLE_DEPLACEMENT - Math.Abs(dx));
        var end = new Position(here.x + dx, here.y + dy);
        bool moved = end == here || deplacer(boat, end) == OK;
        if (moved && end == goal)
            coloniser(goal);
    }

    private static int Clamp(int value, int reach)
    {
        return Math.Max(-reach, Math.Min(reach, value));
    }

    private static int Gap(Position a, Position b)
    {
        return Math.Abs(a.x - b.x) + Math.Abs(a.y - b.y);
    }

    public static void Main()
    {
        Play(new Champion());
    }
}
