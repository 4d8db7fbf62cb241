using System;
using System.Collections.Generic;
using System.Linq;

// Captures the nearest neutral portal, links it to all portals it may, and goes to the next.
public class Champion : Api
{
    public override void jouer_tour()
    {
        Work();
        while (Walk())
            Work();
    }

    private static Position Place()
    {
        return position_agent(moi());
    }

    // Capture the portal here, if there is one, and link it to our others, the nearest first.
    private static void Work()
    {
        Position here = Place();
        if (portail_joueur(here) == -1)
            capturer();
        if (portail_joueur(here) != moi())
            return;
        foreach (Position portal in Near(here, moi()))
            if (portal != here && points_action() >= COUT_LIEN)
                lier(portal);
    }

    // Go towards the nearest neutral portal; whether we are there and can capture it.
    private static bool Walk()
    {
        Position here = Place();
        List<Position> goals = Near(here, -1);
        if (goals.Count == 0)
            return false;
        Position goal = goals[0];
        int reach = points_deplacement();
        int dx = Clamp(goal.x - here.x, reach);
        int dy = Clamp(goal.y - here.y, reach - Math.Abs(dx));
        bool moved = deplacer(new Position(here.x + dx, here.y + dy)) == OK;
        return moved && Place() == goal && points_action() >= COUT_CAPTURE;
    }

    // The portals of a player, the nearest first.
    private static List<Position> Near(Position here, int player)
    {
        return liste_portails()
            .Where(portal => portail_joueur(portal) == player)
            .OrderBy(portal => Gap(here, portal))
            .ToList();
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
