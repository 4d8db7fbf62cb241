import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** Plays a champion of the old contest: `Prologin`, with the functions and types of its own `Interface`. */
public class Joute extends Api {
    private static Object champion; // null where all callbacks are static

@CALLBACKS@

    public static void main(String[] arguments) throws Throwable {
        for (String name : new String[] {@NEEDED@}) {
            if (named(Prologin.class.getDeclaredMethods(), name) == null) {
                throw new IllegalStateException("Prologin.java has no function " + name + "()");
            }
        }
        if (Stream.of(Prologin.class.getDeclaredMethods()).anyMatch(one -> !Modifier.isStatic(one.getModifiers()))) {
            Constructor<?> constructor = Prologin.class.getDeclaredConstructor();
            constructor.setAccessible(true);
            champion = constructor.newInstance();
        }
        play(new Joute());
    }

    private static void run(String name) {
        Method method = named(Prologin.class.getDeclaredMethods(), name);
        if (method != null) {
            method.setAccessible(true);
            invoke(method, champion);
        }
    }

    /** What a function of `Interface` answers: that of `Api`, with arguments and answer in their own types. */
    @SuppressWarnings("unchecked")
    static <T> T call(String name, Object... arguments) {
        Method real = named(Api.class.getMethods(), name);
        if (real == null) {
            throw new IllegalStateException(name + " is not a function of @GAME@");
        }
        Object[] given = new Object[real.getParameterCount()];
        for (int number = 0; number < given.length; number++) {
            given[number] = converted(arguments[number], real.getGenericParameterTypes()[number]);
        }
        return (T) converted(invoke(real, null, given), named(Interface.class.getDeclaredMethods(), name).getGenericReturnType());
    }

    private static Method named(Method[] methods, String name) {
        return Stream.of(methods).filter(one -> one.getName().equals(name)).findFirst().orElse(null);
    }

    private static Object invoke(Method method, Object owner, Object... arguments) {
        try {
            return method.invoke(owner, arguments);
        } catch (InvocationTargetException raised) {
            throw Joute.<RuntimeException>unchecked(raised.getCause());
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable raised) throws T {
        throw (T) raised;
    }

    /** A value in another type of the same shape: lists and arrays by their items, structs and enums by their names. */
    private static Object converted(Object value, Type type) {
        if (value instanceof Collection<?> items) {
            return list(items.toArray(), type);
        }
        if (value != null && value.getClass().isArray()) {
            return list(value, type);
        }
        if (value instanceof Enum<?> member) {
            return member((Class<?>) type, member);
        }
        boolean plain = value == null || value instanceof Number || value instanceof Boolean || value instanceof String;
        return plain || type == Object.class ? value : struct(value, (Class<?>) type);
    }

    private static Object list(Object items, Type type) {
        Type item = type instanceof ParameterizedType list ? list.getActualTypeArguments()[0]
            : type instanceof GenericArrayType array ? array.getGenericComponentType()
            : ((Class<?>) type).getComponentType();
        List<Object> found = new ArrayList<>();
        for (int number = 0; number < Array.getLength(items); number++) {
            found.add(converted(Array.get(items, number), item));
        }
        if (type instanceof ParameterizedType) {
            return found;
        }
        Object array = Array.newInstance((Class<?>) item, found.size());
        for (int number = 0; number < found.size(); number++) {
            Array.set(array, number, found.get(number));
        }
        return array;
    }

    private static Object member(Class<?> type, Enum<?> member) {
        for (Object other : type.isEnum() ? type.getEnumConstants() : new Object[] {}) {
            if (((Enum<?>) other).name().equalsIgnoreCase(member.name())) {
                return other;
            }
        }
        throw new IllegalStateException(type.getName() + " has no member " + member.name());
    }

    private static Object struct(Object value, Class<?> type) {
        try {
            if (type.isRecord()) {
                List<Object> parts = new ArrayList<>();
                for (RecordComponent part : type.getRecordComponents()) {
                    parts.add(converted(field(value.getClass(), part.getName()).get(value), part.getGenericType()));
                }
                return type.getDeclaredConstructors()[0].newInstance(parts.toArray());
            }
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object made = constructor.newInstance();
            for (RecordComponent part : value.getClass().getRecordComponents()) {
                Field field = field(type, part.getName());
                field.set(made, converted(part.getAccessor().invoke(value), field.getGenericType()));
            }
            return made;
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(type.getName() + " is not what @GAME@ has: " + error);
        }
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        for (Field field : type.getDeclaredFields()) {
            if (field.getName().equalsIgnoreCase(name)) {
                field.setAccessible(true);
                return field;
            }
        }
        throw new NoSuchFieldException(name);
    }
}
