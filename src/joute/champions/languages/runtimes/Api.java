import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** @HEAD@ */
public abstract class Api {

    private static final String $VERSION = "champion/1";
    private static final InputStream $in = new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16);
    private static final OutputStream $out = new FileOutputStream(FileDescriptor.out);
    private static final Map<?, ?> $constants = $hello();
    private static int $calls = 0;

@API@

    // ---------------------------------------------------------------------------------------------------------------

    /** @PLAY@ */
    public static void play(Api own) {
        $send("{\"type\":\"ready\",\"joute\":\"" + $VERSION + "\"}");
        Map<?, ?> message = (Map<?, ?>) $read();
        while ("turn".equals(message.get("type"))) {
            $send($turn(own, (String) message.get("callback")));
            message = (Map<?, ?>) $read();
        }
        System.exit(0);
    }

    private interface $Value {
        Object $json();
    }

    private static Map<?, ?> $hello() {
        System.setOut(System.err); // Standard output belongs to the protocol; what you print goes to your log.
        Map<?, ?> hello = (Map<?, ?>) $read();
        if (!$VERSION.equals(hello.get("joute"))) {
            throw new IllegalStateException("this file speaks " + $VERSION + ", the engine " + hello.get("joute"));
        }
        return (Map<?, ?>) hello.get("constants");
    }

    private static String $turn(Api own, String callback) {
        try {
            own.$callback(callback);
            return "{\"type\":\"end\"}";
        } catch (OutOfMemoryError raised) {
            throw raised;
        } catch (Throwable raised) {
            StringWriter trace = new StringWriter();
            raised.printStackTrace(new PrintWriter(trace, true));
            StringBuilder text = new StringBuilder("{\"type\":\"end\",\"error\":");
            $write(text, raised.toString());
            $write(text.append(",\"traceback\":"), trace.toString());
            return text.append("}").toString();
        }
    }

    private static Object $call(String name, Object... arguments) {
        StringBuilder text = new StringBuilder("{\"type\":\"call\",\"id\":").append(++$calls);
        $write(text.append(",\"function\":"), name);
        $write(text.append(",\"arguments\":"), List.of(arguments));
        $send(text.append("}").toString());
        Map<?, ?> answer = (Map<?, ?>) $read();
        if (answer.get("error") != null) {
            throw new IllegalArgumentException((String) answer.get("error"));
        }
        return answer.get("value");
    }

    private static int $int(Object value) {
        return ((Number) value).intValue();
    }

    private static <T> List<T> $list(Object value, Function<Object, T> item) {
        List<T> found = new ArrayList<>();
        for (Object part : (Collection<?>) value) {
            found.add(item.apply(part));
        }
        return found;
    }

    private static void $send(String line) {
        try {
            $out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException gone) {
            System.exit(0);
        }
    }

    private static Object $read() {
        try {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = $in.read(); next != '\n'; next = $in.read()) {
                if (next < 0) {
                    System.exit(0);
                }
                line.write(next);
            }
            return new $Reader(line.toString(StandardCharsets.UTF_8)).value();
        } catch (IOException gone) {
            System.exit(0);
            return null;
        }
    }

    private static void $write(StringBuilder text, Object value) {
        if (value instanceof $Value own) {
            $write(text, own.$json());
        } else if (value instanceof CharSequence words) {
            text.append('"');
            words.chars().forEach(next -> {
                if (next < ' ' || next == '"' || next == '\\' || next > '~') {
                    text.append(String.format("\\u%04x", next));
                } else {
                    text.append((char) next);
                }
            });
            text.append('"');
        } else if (value instanceof Collection<?> parts) {
            text.append('[');
            String comma = "";
            for (Object part : parts) {
                $write(text.append(comma), part);
                comma = ",";
            }
            text.append(']');
        } else {
            text.append(value);
        }
    }

    /** Reads JSON: objects are maps, arrays are lists, numbers are Long or Double. */
    private static final class $Reader {
        private final String text;
        private int at = 0;

        $Reader(String text) {
            this.text = text;
        }

        Object value() {
            switch (peek()) {
                case '{':
                    return object();
                case '[':
                    return array();
                case '"':
                    return string();
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
                    return number();
            }
        }

        private char peek() {
            while (text.charAt(at) <= ' ') {
                at++;
            }
            return text.charAt(at);
        }

        private boolean more(char end) {
            if (peek() == end) {
                at++;
                return false;
            }
            if (text.charAt(at) == ',') {
                at++;
            }
            return true;
        }

        private Map<String, Object> object() {
            Map<String, Object> found = new LinkedHashMap<>();
            at++;
            while (more('}')) {
                peek();
                String name = string();
                peek();
                at++;
                found.put(name, value());
            }
            return found;
        }

        private List<Object> array() {
            List<Object> found = new ArrayList<>();
            at++;
            while (more(']')) {
                found.add(value());
            }
            return found;
        }

        private Object number() {
            int start = at;
            while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            String digits = text.substring(start, at);
            if (digits.matches("-?[0-9]+")) {
                return Long.valueOf(digits);
            }
            return Double.valueOf(digits);
        }

        private String string() {
            StringBuilder found = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                found.append(text.charAt(at) == '\\' ? escape() : text.charAt(at));
            }
            at++;
            return found.toString();
        }

        private char escape() {
            char next = text.charAt(++at);
            if (next == 'u') {
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
            }
            int known = "bfnrt".indexOf(next);
            return known < 0 ? next : "\b\f\n\r\t".charAt(known);
        }
    }
}
