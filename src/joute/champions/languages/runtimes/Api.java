import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/** @HEAD@ */
public abstract class Api {

    private static final String $VERSION = "champion/1";
    private static final InputStream $in = new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16);
    private static final OutputStream $out = new FileOutputStream(FileDescriptor.out);
    private static final Map<?, ?> $hello = $hello();
    private static final Map<?, ?> $constants = (Map<?, ?>) $hello.get("constants");
    private static int $calls = 0;
    private static int $bank = -1;

@API@

    // ---------------------------------------------------------------------------------------------------------------

    /** @PLAY@ */
    public static void play(Api own) {
        $send("{\"type\":\"ready\",\"joute\":\"" + $VERSION + "\"" + ($open ? ",\"native\":true}" : "}"));
        Map<?, ?> message = (Map<?, ?>) $read();
        while ("turn".equals(message.get("type"))) {
            if ($open) {
                $begin((Map<?, ?>) message.get("news"));
            }
            $bank = $milliseconds(message.get("bank_ms"));
            if (Boolean.TRUE.equals(message.get("debug"))) {
                $waitForDebugger();
            }
            $send($turn(own, (String) message.get("callback")));
            message = (Map<?, ?>) $read();
        }
        System.exit(0);
    }

    private static final class $Debug extends RuntimeException {
    }

    /** The debugger is waited for where this is thrown: `onthrow` of the command that runs it. */
    private static void $waitForDebugger() {
        try {
            throw new $Debug();
        } catch ($Debug thrown) {
            // It is there.
        }
    }

    /** @NOTES@ */
    public static final class Debug {
        /** @log@ */
        public static void log(Object... values) {
            List<String> words = new ArrayList<>();
            for (Object value : values) {
                words.add(String.valueOf(value));
            }
            $note("{\"type\":\"note\"", String.join(" ", words));
        }

        /** @mark@ */
        public static void mark(Object text) {
            $note("{\"type\":\"note\",\"mark\":true", text);
        }

        /** @time_ms@ */
        public static int time_ms() {
            return $milliseconds(((Map<?, ?>) $hello.get("limits")).get("time_ms"));
        }

        /** @bank_ms@ */
        public static int bank_ms() {
            return $bank;
        }

        public static final class Draw {
            /** @draw.cell@ */
            public static void cell(double @1@, double @2@, String color) {
                $draw("cell", 0.5, "", color, @1@, @2@);
            }

            /** @draw.line@ */
            public static void line(double @1@1, double @2@1, double @1@2, double @2@2, String color) {
                $draw("line", 0.5, "", color, @1@1, @2@1, @1@2, @2@2);
            }

            /** @draw.circle@ */
            public static void circle(double @1@, double @2@, double radius, String color) {
                $draw("circle", radius, "", color, @1@, @2@);
            }

            /** @draw.text@ */
            public static void text(double @1@, double @2@, Object text, String color) {
                $draw("text", 0.5, text, color, @1@, @2@);
            }
        }
    }

    private static void $draw(String shape, double radius, Object text, String color, Double... at) {
        if (Double.isFinite(radius) && List.of(at).stream().allMatch(Double::isFinite)) {
            StringBuilder start = new StringBuilder("{\"type\":\"draw\",\"shape\":\"").append(shape).append('"');
            $write(start.append(",\"radius\":").append(radius).append(",\"at\":"), List.of(at));
            $write(start.append(",\"color\":"), String.valueOf(color));
            $note(start.toString(), text);
        }
    }

    /** The text fits into a line, and has no half of a character. */
    private static synchronized void $note(String start, Object text) {
        String whole = String.valueOf(text);
        byte[] data = whole.substring(0, Math.min(whole.length(), $lineBytes() / 16)).getBytes(StandardCharsets.UTF_8);
        StringBuilder line = new StringBuilder(start).append(",\"text\":");
        $write(line, new String(data, StandardCharsets.UTF_8));
        $send(line.append('}').toString());
    }

    private interface $Value {
        Object $json();

        boolean $words();
    }

    private static Map<?, ?> $hello() {
        System.setOut(System.err); // Standard output belongs to the protocol; what you print goes to your log.
        Map<?, ?> hello = (Map<?, ?>) $read();
        if (!$VERSION.equals(hello.get("joute"))) {
            throw new IllegalStateException("this file speaks " + $VERSION + ", the engine " + hello.get("joute"));
        }
        return hello;
    }

    private static String $turn(Api own, String callback) {
        StringBuilder end = new StringBuilder("{\"type\":\"end\"");
        $run(own, callback, end);
        synchronized (Api.class) {
            $awake = false;
            $addOrders(end);
            $addRefused(end);
        }
        return end.append("}").toString();
    }

    private static void $run(Api own, String callback, StringBuilder end) {
        try {
            own.$callback(callback);
        } catch (OutOfMemoryError raised) {
            throw raised;
        } catch (Throwable raised) {
            StringWriter trace = new StringWriter();
            raised.printStackTrace(new PrintWriter(trace, true));
            $write(end.append(",\"error\":"), raised.toString());
            $write(end.append(",\"traceback\":"), trace.toString());
            $addLast(end);
        }
    }

    private static Object $call(String name, Object... arguments) {
        StringBuilder text = new StringBuilder("{\"type\":\"call\",\"id\":").append(++$calls);
        $write(text.append(",\"function\":"), name);
        $write(text.append(",\"arguments\":"), List.of(arguments));
        if ($open) {
            $exchange.put($FUNCTION, 0);
        }
        if (!"show".equals(((Map<?, ?>) ((Map<?, ?>) $hello.get("functions")).get(name)).get("kind"))) {
            $addOrders(text);
        }
        $send(text.append("}").toString());
        Map<?, ?> answer = (Map<?, ?>) $read();
        if (answer.get("news") != null) {
            $learn((Map<?, ?>) answer.get("news"));
            $exchange.put($ORDERS, $exchange.get($ORDERS) + 1);
        }
        if (answer.get("error") != null) {
            throw new IllegalArgumentException((String) answer.get("error"));
        }
        return answer.get("value");
    }

    // Where it can, the library of the game answers calls in this process: through the exchange, a row of words, which
    // names other rows of words by their addresses.

    private static final String $JNI = new File("@JNI@").getAbsolutePath();
    private static final Map<?, ?> $native = (Map<?, ?>) $hello.get("native");
    private static final boolean $open = $native != null && $opened();
    private static final LongBuffer $exchange = $open ? $row($number("exchange")) : null;
    private static final long $start = $open ? $address($exchange) : 0;
    private static final int $FUNCTION = $place("function");
    private static final int $COUNT = $place("count");
    private static final int $ANSWER = $place("answer");
    private static final int $ORDERS = $place("orders");
    private static final int $LOG_END = $place("log_end");
    private static final int $GIVEN = $place("given");
    private static final LongBuffer $log = $open ? $row($lineBytes() / 16) : null; // all orders fit into one line
    private static final LongBuffer $rest = $open ? $laidOut() : null;
    private static final int $ROWS = $open ? $number("rows") : 0;
    private static final int $ok = $int($hello.get("ok"));
    private static LongBuffer $view;
    private static LongBuffer $draft;
    private static int $at; // where the next argument is written
    private static volatile boolean $awake; // whether the library answers calls now
    private static boolean $changed; // whether the engine does not know all orders
    private static final int $REFUSED_MOST = 100;
    private static final StringBuilder $refused = new StringBuilder(); // the orders that were refused in this turn
    private static int $refusals; // how many there were

    private static native boolean $load(String path);

    private static native long $address(LongBuffer words);

    private static native int $answer(long exchange, int function);

    private static native void $renew(long exchange);

    private static boolean $opened() {
        String machine = System.getProperty("os.arch").replace("amd64", "x86_64");
        Object path = ((Map<?, ?>) $native.get("libraries")).get(machine);
        if (path == null || !"@DIGEST@".equals($native.get("api")) || !new File($JNI).exists()) {
            return false;
        }
        try {
            System.load($JNI);
            return $load((String) path);
        } catch (UnsatisfiedLinkError missing) {
            return false;
        }
    }

    private static int $number(String name) {
        return $int($native.get(name));
    }

    private static int $place(String name) {
        return $open ? $int(((Map<?, ?>) $native.get("places")).get(name)) : 0;
    }

    private static int $lineBytes() {
        return $int(((Map<?, ?>) $hello.get("limits")).get("line_bytes"));
    }

    private static int $milliseconds(Object limit) {
        return limit == null ? -1 : $int(limit);
    }

    private static LongBuffer $row(int words) {
        return ByteBuffer.allocateDirect(8 * words).order(ByteOrder.nativeOrder()).asLongBuffer();
    }

    private static LongBuffer $laidOut() {
        Map<?, ?> block = (Map<?, ?>) $native.get("rest");
        LongBuffer rest = $row($int(block.get("length")));
        $copy(block, rest);
        $set("rest", $address(rest));
        $set("rows", $address(rest) + 8L * $number("rows"));
        $set("log", $address($log));
        $set("log_room", $log.capacity());
        $set("seat", $int($hello.get("seat")));
        $set("awake", 1);
        return rest;
    }

    private static void $set(String name, long value) {
        $exchange.put($place(name), value);
    }

    private static void $copy(Map<?, ?> block, LongBuffer words) {
        for (Object part : (List<?>) block.get("runs")) {
            List<?> run = (List<?>) part;
            byte[] data = Base64.getDecoder().decode((String) run.get(1));
            LongBuffer content = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
            words.put($int(run.get(0)), content, 0, content.capacity());
        }
    }

    private static void $learn(Map<?, ?> news) {
        int length = $int(news.get("length")), slots = $number("slots");
        boolean isNew = (Boolean) news.get("new");
        if (isNew) {
            $view = $row(length);
            $draft = $row(length * (1 + slots));
            $set("view", $address($view));
            $set("state", $address($view));
            $set("draft", $address($draft));
            $set("slots", slots == 0 ? 0 : $address($draft) + 8L * length);
            $set("state_words", length);
        }
        $copy(news, $view);
        // The draft and the checkpoints have their columns where the view has them: all before the first column.
        for (int copy = 0; isNew && copy <= slots; copy++) {
            $draft.put(copy * length, $view, 0, (int) $view.get(0));
        }
    }

    private static synchronized void $begin(Map<?, ?> news) {
        $learn(news);
        $renew($start);
        $exchange.put($FUNCTION, 0);
        $changed = false;
        $refused.setLength(0);
        $refusals = 0;
        $awake = true;
    }

    private static void $addOrders(StringBuilder text) {
        if (!$changed) {
            return;
        }
        text.append(",\"orders\":[");
        for (int at = 0, end = (int) $exchange.get($LOG_END); at < end; at += (int) $log.get(at) + 2) {
            text.append(at == 0 ? "" : ",");
            $addWords(text, $log, at + 1, (int) $log.get(at));
        }
        text.append(']');
        $changed = false;
    }

    private static void $addRefused(StringBuilder text) {
        if ($refusals > 0) {
            text.append(",\"refused\":[").append($refused).append("],\"refused_more\":");
            text.append(Math.max(0, $refusals - $REFUSED_MOST));
        }
    }

    private static void $addWords(StringBuilder text, LongBuffer words, int first, int count) {
        text.append('[');
        for (int number = 0; number < count; number++) {
            text.append(number == 0 ? "" : ",").append(words.get(first + number));
        }
        text.append(']');
    }

    private static void $addLast(StringBuilder end) {
        int number = $open ? (int) $exchange.get($FUNCTION) : 0;
        if (number > 0) {
            Object name = ((Map<?, ?>) $hello.get("functions")).keySet().toArray()[number - 1];
            $write(end.append(",\"last\":{\"function\":"), name);
            $addWords(end.append(",\"words\":"), $exchange, $GIVEN, (int) $exchange.get($COUNT));
            end.append(",\"answer\":").append($exchange.get($ANSWER)).append('}');
        }
    }

    /** Has the library answer a call whose arguments are written; false where the engine must. */
    private static boolean $ask(int function) {
        $exchange.put($COUNT, $at - $GIVEN);
        return $answer($start, function) == 0;
    }

    private static boolean $act(int function) {
        long end = $exchange.get($LOG_END);
        if (!$ask(function)) {
            return false;
        }
        $changed |= $exchange.get($LOG_END) != end;
        return true;
    }

    /** An order that the library answers. */
    private static boolean $give(int function) {
        if (!$act(function)) {
            return false;
        }
        if ($exchange.get($ANSWER) != $ok && ++$refusals <= $REFUSED_MOST) {
            $refused.append($refusals == 1 ? "[" : ",[").append($exchange.get($ORDERS)).append(',');
            $refused.append($exchange.get($ANSWER));
            for (int at = $GIVEN - 1; at < $at; at++) {
                $refused.append(',').append($exchange.get(at));
            }
            $refused.append(']');
        }
        return true;
    }

    /** An order that the engine answers. If it notes one that the library does not know, it answers the rest of the turn. */
    private static Object $order(String name, Object... arguments) {
        long noted = $open ? $exchange.get($ORDERS) : 0;
        Object value = $call(name, arguments);
        if ($open && $int(value) == $int($hello.get("ok")) && $exchange.get($ORDERS) == noted) {
            $awake = false;
        }
        return value;
    }

    // Write an argument; false for one that the engine must judge.

    private static boolean $put(int value) {
        $exchange.put($at++, value);
        return true;
    }

    private static boolean $put(boolean value) {
        return $put(value ? 1 : 0);
    }

    private static boolean $put($Value value) {
        return value != null && value.$words();
    }

    private static boolean $put(Collection<?> values, int most) {
        if (values == null || values.size() > most) {
            return false;
        }
        $put(values.size());
        for (Object value : values) {
            boolean written = value instanceof $Value own ? own.$words()
                : value instanceof Integer number ? $put(number.intValue())
                : value instanceof Boolean truth && $put(truth.booleanValue());
            if (!written) {
                return false;
            }
        }
        return true;
    }

    /** The number that is the answer. */
    private static int $answer() {
        return (int) $exchange.get($ANSWER);
    }

    /** A number of the rows that are the answer. */
    private static int $word(int at) {
        return (int) $rest.get(at);
    }

    private static <T> List<T> $rows(int width, IntFunction<T> item) {
        int count = $answer();
        List<T> found = new ArrayList<>(count);
        for (int row = 0; row < count; row++) {
            found.add(item.apply($ROWS + row * width));
        }
        return found;
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
            int end = text.indexOf('"', at + 1);
            if (text.indexOf('\\', at + 1) < 0 || text.indexOf('\\', at + 1) > end) {
                String plain = text.substring(at + 1, end);
                at = end + 1;
                return plain;
            }
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
