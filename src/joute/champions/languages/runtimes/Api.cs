@HEAD@

using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

@TYPES@

public abstract class Api
{
@API@

    // -----------------------------------------------------------------------------------------------------------------

    /// <summary>@PLAY@</summary>
    public static void Play(Api own)
    {
        JouteLines.Send(new Dictionary<string, object> { { "type", "ready" }, { "joute", JouteLines.Version } });
        for (var message = JouteLines.Read(); (string)message["type"] == "turn"; message = JouteLines.Read())
        {
            JouteLines.BankMs = JouteLines.Milliseconds(message, "bank_ms");
            JouteLines.Send(Turn(own, (string)message["callback"]));
        }
        Environment.Exit(0);
    }

    private static Dictionary<string, object> Turn(Api own, string callback)
    {
        var end = new Dictionary<string, object> { { "type", "end" } };
        try
        {
            own.JouteCallback(callback);
        }
        catch (Exception raised) when (!(raised is OutOfMemoryException))
        {
            end["error"] = raised.GetType().FullName + ": " + raised.Message;
            end["traceback"] = Regex.Replace(raised.StackTrace ?? "", @"\[0x\w+\] in (\S*/)?", "in ");
        }
        return end;
    }
}

/// <summary>@NOTES@</summary>
public static class Debug
{
    /// <summary>@log@</summary>
    public static void log(params object[] values)
    {
        var words = values.Select(value => Convert.ToString(value, CultureInfo.InvariantCulture));
        Note(string.Join(" ", words), "note");
    }

    /// <summary>@mark@</summary>
    public static void mark(object text)
    {
        Note(Convert.ToString(text, CultureInfo.InvariantCulture), "note", "mark", true);
    }

    /// <summary>@time_ms@</summary>
    public static int time_ms()
    {
        return JouteLines.TimeMs;
    }

    /// <summary>@bank_ms@</summary>
    public static int bank_ms()
    {
        return JouteLines.BankMs;
    }

    public static class Draw
    {
        /// <summary>@draw.cell@</summary>
        public static void cell(double @1@, double @2@, string color = "red")
        {
            Shape("cell", color, 0.5, "", @1@, @2@);
        }

        /// <summary>@draw.line@</summary>
        public static void line(double @1@1, double @2@1, double @1@2, double @2@2, string color = "red")
        {
            Shape("line", color, 0.5, "", @1@1, @2@1, @1@2, @2@2);
        }

        /// <summary>@draw.circle@</summary>
        public static void circle(double @1@, double @2@, double radius = 0.5, string color = "red")
        {
            Shape("circle", color, radius, "", @1@, @2@);
        }

        /// <summary>@draw.text@</summary>
        public static void text(double @1@, double @2@, object text, string color = "red")
        {
            Shape("text", color, 0.5, Convert.ToString(text, CultureInfo.InvariantCulture), @1@, @2@);
        }
    }

    private static void Shape(string shape, string color, double radius, string text, params double[] at)
    {
        if (at.Append(radius).All(number => !double.IsNaN(number) && !double.IsInfinity(number)))
            Note(text, "draw", "shape", shape, "at", at, "radius", radius, "color", color ?? "");
    }

    /// <summary>The text fits into a line.</summary>
    private static void Note(string text, string type, params object[] rest)
    {
        text = text ?? "";
        var message = new Dictionary<string, object> { { "type", type } };
        message["text"] = text.Substring(0, Math.Min(text.Length, JouteLines.LineBytes / 16));
        for (int at = 0; at < rest.Length; at += 2)
            message[(string)rest[at]] = rest[at + 1];
        JouteLines.Send(message);
    }
}

/// <summary>The lines between the engine and the champion.</summary>
internal static class JouteLines
{
    public const string Version = "champion/1";
    public static readonly int LineBytes, TimeMs;
    public static int BankMs = -1;
    private static readonly Stream input = new BufferedStream(Console.OpenStandardInput(), 1 << 16);
    private static readonly Stream output = Console.OpenStandardOutput();
    private static readonly object one = new object();
    private static int calls = 0;

    static JouteLines()
    {
        Console.SetOut(Console.Error); // Standard output belongs to the protocol; what you print goes to your log.
        var hello = Read();
        if ((string)hello["joute"] != Version)
            throw new InvalidOperationException("this file speaks " + Version + ", the engine " + hello["joute"]);
        var limits = (Dictionary<string, object>)hello["limits"];
        LineBytes = Convert.ToInt32(limits["line_bytes"]);
        TimeMs = Milliseconds(limits, "time_ms");
    }

    /// <summary>A time of a message; -1 where it has none.</summary>
    public static int Milliseconds(Dictionary<string, object> message, string name)
    {
        object found;
        return message.TryGetValue(name, out found) && found != null ? Convert.ToInt32(found) : -1;
    }

    public static object Call(string function, params object[] arguments)
    {
        lock (one)
        {
            var call = new Dictionary<string, object> { { "type", "call" }, { "id", ++calls } };
            call["function"] = function;
            call["arguments"] = arguments;
            Send(call);
            var answer = Read();
            if (answer.ContainsKey("error"))
                throw new ArgumentException((string)answer["error"]);
            return answer["value"];
        }
    }

    public static void Send(Dictionary<string, object> message)
    {
        var text = new StringBuilder();
        Write(text, message);
        byte[] line = Encoding.UTF8.GetBytes(text.Append('\n').ToString());
        try
        {
            lock (one)
            {
                output.Write(line, 0, line.Length);
                output.Flush();
            }
        }
        catch (IOException)
        {
            Environment.Exit(0);
        }
    }

    public static Dictionary<string, object> Read()
    {
        var line = new MemoryStream();
        for (int next = input.ReadByte(); next != '\n'; next = input.ReadByte())
        {
            if (next < 0)
                Environment.Exit(0);
            line.WriteByte((byte)next);
        }
        return (Dictionary<string, object>)new Reader(Encoding.UTF8.GetString(line.ToArray())).Value();
    }

    public static List<T> List<T>(object value, Func<object, T> item)
    {
        return ((List<object>)value).Select(item).ToList();
    }

    private static void Write(StringBuilder text, object value)
    {
        if (value is JouteStruct)
            value = ((JouteStruct)value).JouteFields();
        if (value == null)
            text.Append("null");
        else if (value is string)
            WriteText(text, (string)value);
        else if (value is bool)
            text.Append((bool)value ? "true" : "false");
        else if (value is Enum)
            text.Append(((Enum)value).ToString("D"));
        else if (value is Dictionary<string, object>)
            WriteAll(text, "{}", (Dictionary<string, object>)value, pair =>
            {
                WriteText(text, pair.Key);
                Write(text.Append(':'), pair.Value);
            });
        else if (value is IEnumerable)
            WriteAll(text, "[]", ((IEnumerable)value).Cast<object>(), part => Write(text, part));
        else
            text.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
    }

    private static void WriteAll<T>(StringBuilder text, string brackets, IEnumerable<T> parts, Action<T> write)
    {
        string before = brackets.Substring(0, 1);
        foreach (T part in parts)
        {
            text.Append(before);
            write(part);
            before = ",";
        }
        text.Append(before == "," ? brackets.Substring(1) : brackets);
    }

    private static void WriteText(StringBuilder text, string value)
    {
        text.Append('"');
        for (int at = 0; at < value.Length; at++)
        {
            char next = value[at];
            bool pair = char.IsHighSurrogate(next) && at + 1 < value.Length && char.IsLowSurrogate(value[at + 1]);
            if (pair)
                text.Append(next).Append(value[++at]);
            else if (char.IsSurrogate(next))
                text.Append("?"); // half of a character
            else if (next < ' ' || next == '"' || next == '\\')
                text.AppendFormat("\\u{0:x4}", (int)next);
            else
                text.Append(next);
        }
        text.Append('"');
    }

    /// <summary>Reads JSON: objects are dictionaries, arrays are lists, numbers are long or double.</summary>
    private sealed class Reader
    {
        private readonly string text;
        private int at = 0;

        public Reader(string text)
        {
            this.text = text;
        }

        public object Value()
        {
            switch (Peek())
            {
                case '{':
                    return Object();
                case '[':
                    return Array();
                case '"':
                    return Text();
                case 't':
                    at += 4;
                    return true;
                case 'f':
                    at += 5;
                    return false;
                case 'n':
                    at += 4;
                    return null;
                default:
                    return Number();
            }
        }

        private char Peek()
        {
            while (text[at] <= ' ')
                at++;
            return text[at];
        }

        private bool More(char end)
        {
            char next = Peek();
            if (next == end || next == ',')
                at++;
            return next != end;
        }

        private Dictionary<string, object> Object()
        {
            var found = new Dictionary<string, object>();
            at++;
            while (More('}'))
            {
                Peek();
                string name = Text();
                Peek();
                at++;
                found[name] = Value();
            }
            return found;
        }

        private List<object> Array()
        {
            var found = new List<object>();
            at++;
            while (More(']'))
                found.Add(Value());
            return found;
        }

        private object Number()
        {
            int start = at;
            while (at < text.Length && "+-.0123456789eE".IndexOf(text[at]) >= 0)
                at++;
            string digits = text.Substring(start, at - start);
            long whole;
            return long.TryParse(digits, out whole)
                ? (object)whole
                : double.Parse(digits, CultureInfo.InvariantCulture);
        }

        private string Text()
        {
            var found = new StringBuilder();
            for (at++; text[at] != '"'; at++)
                found.Append(text[at] == '\\' ? Escape() : text[at]);
            at++;
            return found.ToString();
        }

        private char Escape()
        {
            char next = text[++at];
            if (next == 'u')
            {
                at += 4;
                return (char)Convert.ToInt32(text.Substring(at - 3, 4), 16);
            }
            int known = "bfnrt".IndexOf(next);
            return known < 0 ? next : "\b\f\n\r\t"[known];
        }
    }
}

internal interface JouteStruct
{
    object[] JouteFields();
}
