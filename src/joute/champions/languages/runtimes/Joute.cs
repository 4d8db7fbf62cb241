using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.ExceptionServices;

/// <summary>Plays a champion of the old contest with the functions and types of its own api.cs, by their names.</summary>
public static class Joute
{
    private const BindingFlags All =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance;
    private static readonly Dictionary<Type, object> champions = new Dictionary<Type, object>();

    private sealed class Champion : JouteRuntime.Api
    {
@CALLBACKS@
    }

    public static void Main()
    {
        foreach (string name in new string[] { @NEEDED@ })
            if (Callback(name) == null)
                throw new MissingMethodException("prologin.cs has no function for " + name + "()");
        JouteRuntime.Api.Play(new Champion());
    }

    private static string Plain(string name)
    {
        return name.Replace("_", "").ToLowerInvariant();
    }

    private static MethodInfo Callback(string name)
    {
        return Assembly.GetExecutingAssembly().GetTypes()
            .Where(type => type != typeof(Joute) && type != typeof(Champion) && type.Namespace != "JouteRuntime")
            .SelectMany(type => type.GetMethods(All | BindingFlags.DeclaredOnly))
            .FirstOrDefault(method => Plain(method.Name) == Plain(name) && method.GetParameters().Length == 0);
    }

    private static void Run(string name)
    {
        MethodInfo method = Callback(name);
        if (method == null)
            return;
        Type owner = method.DeclaringType;
        if (!method.IsStatic && !champions.ContainsKey(owner))
            champions[owner] = Activator.CreateInstance(owner, true);
        Invoke(method, method.IsStatic ? null : champions[owner]);
    }

    /// <summary>What a function of api.cs answers: that of our own Api, with arguments and answer in their types.</summary>
    public static T Call<T>(string name, params object[] arguments)
    {
        MethodInfo real = typeof(JouteRuntime.Api).GetMethods().FirstOrDefault(one => Plain(one.Name) == Plain(name));
        if (real == null)
            throw new MissingMethodException(name + " is not a function of @GAME@");
        var given = real.GetParameters().Select((taken, at) => Converted(arguments[at], taken.ParameterType));
        return (T)Converted(Invoke(real, null, given.ToArray()), typeof(T));
    }

    private static object Invoke(MethodInfo method, object owner, params object[] arguments)
    {
        try
        {
            return method.Invoke(owner, arguments);
        }
        catch (TargetInvocationException raised)
        {
            ExceptionDispatchInfo.Capture(raised.InnerException).Throw();
            throw;
        }
    }

    /// <summary>A value in another type of the same shape: lists by their items, structs and enums by their names.</summary>
    private static object Converted(object value, Type type)
    {
        if (value == null || type == typeof(object) || type.IsInstanceOfType(value))
            return value;
        if (value is Enum)
            return Member(value.ToString(), type);
        if (value is IEnumerable)
            return Items((IEnumerable)value, type);
        return type.IsPrimitive ? Convert.ChangeType(value, type) : Struct(value, type);
    }

    private static object Member(string name, Type type)
    {
        string found = type.IsEnum ? Enum.GetNames(type).FirstOrDefault(one => Plain(one) == Plain(name)) : null;
        if (found == null)
            throw new MissingMemberException(type.Name + " has no member " + name);
        return Enum.Parse(type, found);
    }

    private static object Items(IEnumerable values, Type type)
    {
        Type item = type.IsArray ? type.GetElementType() : type.GetGenericArguments()[0];
        var items = values.Cast<object>().Select(value => Converted(value, item)).ToArray();
        Array array = Array.CreateInstance(item, items.Length);
        items.CopyTo(array, 0);
        return type.IsInstanceOfType(array) ? array : Activator.CreateInstance(type, array);
    }

    private static object Struct(object value, Type type)
    {
        object made = Activator.CreateInstance(type, true);
        foreach (FieldInfo field in type.GetFields(All).Where(one => !one.IsStatic))
            field.SetValue(made, Converted(Field(value.GetType(), field.Name).GetValue(value), field.FieldType));
        return made;
    }

    /// <summary>A field; that of a property is named `‹X›k__BackingField`.</summary>
    private static FieldInfo Field(Type type, string name)
    {
        Func<string, string> own = field => Plain(field.Split('>')[0].TrimStart('<'));
        FieldInfo found = type.GetFields(All).FirstOrDefault(one => !one.IsStatic && own(one.Name) == own(name));
        if (found == null)
            throw new MissingFieldException(type.Name + " is not what @GAME@ has: there is no " + name);
        return found;
    }
}
