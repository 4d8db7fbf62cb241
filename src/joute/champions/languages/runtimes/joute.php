<?php
@HEAD@

// @PLAY@

namespace joute {

/** A struct: `$p->x`, `$p["x"]` and `[$x, $y] = $p` are the same. */
abstract class Struct implements \ArrayAccess, \JsonSerializable
{
    public function jsonSerialize(): array
    {
        return get_object_vars($this);
    }

    private function field(int|string $name): string
    {
        return is_int($name) ? array_keys(get_object_vars($this))[$name] ?? (string) $name : $name;
    }

    public function offsetExists(mixed $name): bool
    {
        return property_exists($this, $this->field($name));
    }

    public function offsetGet(mixed $name): mixed
    {
        return $this->{$this->field($name)};
    }

    public function offsetSet(mixed $name, mixed $value): void
    {
        $this->{$this->field($name)} = $value;
    }

    public function offsetUnset(mixed $name): void
    {
        throw new \LogicException("a field cannot be removed");
    }
}

}

namespace {

@API@

}

// @NOTES@
namespace debug {

/** @log@ */
function log(mixed ...$values): void
{
    $words = array_map(fn($value) => is_string($value) ? $value : (string) json_encode($value), $values);
    \joute\note(["type" => "note"], implode(" ", $words));
}

/** @mark@ */
function mark(string $text = ""): void
{
    \joute\note(["type" => "note", "mark" => true], $text);
}

/** @time_ms@ */
function time_ms(): ?int
{
    return \joute\Lines::$time;
}

/** @bank_ms@ */
function bank_ms(): ?int
{
    return \joute\Lines::$bank;
}

}

namespace debug\draw {

/** @draw.cell@ */
function cell(float $@1@, float $@2@, string $color = "red"): void
{
    \joute\draw("cell", [$@1@, $@2@], $color);
}

/** @draw.line@ */
function line(float $@1@1, float $@2@1, float $@1@2, float $@2@2, string $color = "red"): void
{
    \joute\draw("line", [$@1@1, $@2@1, $@1@2, $@2@2], $color);
}

/** @draw.circle@ */
function circle(float $@1@, float $@2@, float $radius = 0.5, string $color = "red"): void
{
    \joute\draw("circle", [$@1@, $@2@], $color, $radius);
}

/** @draw.text@ */
function text(float $@1@, float $@2@, mixed $text, string $color = "red"): void
{
    \joute\draw("text", [$@1@, $@2@], $color, 0.5, (string) $text);
}

}

// ---------------------------------------------------------------------------------------------------------------------

namespace joute {

const VERSION = "champion/1";
const CALLBACKS = [@CALLBACKS@];

/** The lines between the engine and the champion. What you print goes to standard error, which is your log. */
final class Lines
{
    public static mixed $out;
    public static int $bytes = 0;
    public static int $calls = 0;
    public static ?int $time = null;
    public static ?int $bank = null;

    public static function read(): array
    {
        $line = fgets(STDIN);
        if ($line === false) {
            exit(0);
        }
        return json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    }

    public static function send(array $message): void
    {
        $line = json_encode($message, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
        while ($line !== "") {
            $written = fwrite(self::$out, $line);
            if (!$written) {
                exit(0);
            }
            $line = substr($line, $written);
        }
    }
}

function call(string $function, mixed ...$arguments): mixed
{
    Lines::send(["type" => "call", "id" => ++Lines::$calls, "function" => $function, "arguments" => $arguments]);
    $answer = Lines::read();
    if (isset($answer["error"])) {
        throw new \InvalidArgumentException($answer["error"]);
    }
    return $answer["value"];
}

// The text fits into a line.
function note(array $message, string $text): void
{
    Lines::send($message + ["text" => substr($text, 0, Lines::$bytes >> 4)]);
}

function draw(string $shape, array $at, string $color, float $radius = 0.5, string $text = ""): void
{
    if (array_filter([...$at, $radius], is_finite(...)) === [...$at, $radius]) {
        note(["type" => "draw", "shape" => $shape, "at" => $at, "radius" => $radius, "color" => $color], $text);
    }
}

function turn(string $callback): array
{
    try {
        if (function_exists($callback)) {
            $callback();
        }
        return ["type" => "end"];
    } catch (\Throwable $raised) {
        $error = get_class($raised) . ": {$raised->getMessage()}";
        $trace = "{$raised->getFile()}:{$raised->getLine()}\n{$raised->getTraceAsString()}";
        return ["type" => "end"] + str_replace(__DIR__ . "/", "", ["error" => $error, "traceback" => $trace]);
    }
}

function milliseconds(int|float|null $limit): ?int
{
    return $limit === null ? null : (int) $limit;
}

function start(): void
{
    Lines::$out = fopen("php://fd/3", "w");
    $hello = Lines::read();
    if ($hello["joute"] !== VERSION) {
        throw new \RuntimeException("this file speaks " . VERSION . ", the engine {$hello["joute"]}");
    }
    Lines::$bytes = $hello["limits"]["line_bytes"];
    Lines::$time = milliseconds($hello["limits"]["time_ms"] ?? null);
}

function play(): void
{
    $own = array_values(array_filter(CALLBACKS, function_exists(...)));
    Lines::send(["type" => "ready", "joute" => VERSION, "callbacks" => $own]);
    while (($message = Lines::read())["type"] === "turn") {
        Lines::$bank = milliseconds($message["bank_ms"] ?? null);
        Lines::send(turn($message["callback"]));
    }
}

start();
require $_SERVER["argv"][1]; // Here, and not in a function: its variables are global.
play();

}
