package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	jouteStack "runtime/debug"
	"strings"
	"sync"
	"syscall"
)

@API@

// ---------------------------------------------------------------------------------------------------------------------

// @NOTES@
var debug jouteDebug

type jouteDebug struct{ draw jouteDraw }

type jouteDraw struct{}

// @log@
func (jouteDebug) log(values ...any) {
	jouteNote("note", fmt.Sprintln(values...), map[string]any{})
}

// @mark@
func (jouteDebug) mark(text string) {
	jouteNote("note", text, map[string]any{"mark": true})
}

// @time_ms@
func (jouteDebug) time_ms() int {
	return jouteMilliseconds(joute.hello.Limits.TimeMs)
}

// @bank_ms@
func (jouteDebug) bank_ms() int {
	return jouteMilliseconds(joute.bank)
}

func jouteMilliseconds(limit *float64) int {
	if limit == nil {
		return -1
	}
	return int(*limit)
}

// @draw.cell@
func (jouteDraw) cell(@1@, @2@ float64, color string) {
	jouteShape("cell", "", color, 0.5, @1@, @2@)
}

// @draw.line@
func (jouteDraw) line(@1@1, @2@1, @1@2, @2@2 float64, color string) {
	jouteShape("line", "", color, 0.5, @1@1, @2@1, @1@2, @2@2)
}

// @draw.circle@
func (jouteDraw) circle(@1@, @2@, radius float64, color string) {
	jouteShape("circle", "", color, radius, @1@, @2@)
}

// @draw.text@
func (jouteDraw) text(@1@, @2@ float64, text, color string) {
	jouteShape("text", text, color, 0.5, @1@, @2@)
}

func jouteShape(shape, text, color string, radius float64, at ...float64) {
	for _, number := range append(at, radius) {
		if math.IsNaN(number) || math.IsInf(number, 0) {
			return
		}
	}
	jouteNote("draw", text, map[string]any{"shape": shape, "at": at, "radius": radius, "color": color})
}

// The text fits into a line.
func jouteNote(kind, text string, message map[string]any) {
	text = strings.TrimSuffix(text, "\n")
	if most := joute.hello.Limits.LineBytes / 16; len(text) > most {
		text = text[:most]
	}
	message["type"], message["text"] = kind, strings.ToValidUTF8(text, "")
	joute.Lock()
	defer joute.Unlock()
	joute.send(message)
}

const jouteVersion = "champion/1"

type jouteHello struct {
	Joute  string
	Limits struct {
		LineBytes int      `json:"line_bytes"`
		TimeMs    *float64 `json:"time_ms"`
	}
}

// The lines between the engine and the champion; goroutines call one after the other.
type jouteLines struct {
	sync.Mutex
	in    *bufio.Reader
	out   *os.File
	hello jouteHello
	calls int
	bank  *float64
}

var joute = jouteOpened()

func jouteOpened() *jouteLines {
	// Standard output belongs to the protocol: what you print goes to standard error, which is your log.
	out, err := syscall.Dup(1)
	if err == nil {
		err = syscall.Dup3(2, 1, 0)
	}
	if err != nil {
		panic(err)
	}
	lines := &jouteLines{in: bufio.NewReader(os.Stdin), out: os.NewFile(uintptr(out), "protocol")}
	lines.read(&lines.hello)
	if lines.hello.Joute != jouteVersion {
		panic("this file speaks " + jouteVersion + ", the engine " + lines.hello.Joute)
	}
	return lines
}

func (lines *jouteLines) read(message any) {
	line, err := lines.in.ReadBytes('\n')
	if err != nil {
		os.Exit(0)
	}
	if err := json.Unmarshal(line, message); err != nil {
		panic(err)
	}
}

func (lines *jouteLines) send(message map[string]any) {
	line, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	if _, err := lines.out.Write(append(line, '\n')); err != nil {
		os.Exit(0)
	}
}

func jouteCall[T any](function string, arguments ...any) T {
	joute.Lock()
	defer joute.Unlock()
	joute.calls++
	given := append([]any{}, arguments...)
	joute.send(map[string]any{"type": "call", "id": joute.calls, "function": function, "arguments": given})
	var answer struct {
		Value T
		Error string
	}
	joute.read(&answer)
	if answer.Error != "" {
		panic(answer.Error)
	}
	return answer.Value
}

// A list that JSON does not write as null.
func jouteList[T any](items []T) []T {
	return append([]T{}, items...)
}

func jouteFields(data []byte, fields map[string]any) error {
	var found map[string]json.RawMessage
	if err := json.Unmarshal(data, &found); err != nil {
		return err
	}
	for name, field := range fields {
		if err := json.Unmarshal(found[name], field); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	joute.send(map[string]any{"type": "ready", "joute": jouteVersion})
	for {
		var message struct {
			Type, Callback string
			Bank           *float64 `json:"bank_ms"`
		}
		joute.read(&message)
		if message.Type != "turn" {
			os.Exit(0)
		}
		joute.bank = message.Bank
		joute.send(jouteTurn(message.Callback))
	}
}

func jouteTurn(callback string) (end map[string]any) {
	end = map[string]any{"type": "end"}
	defer func() {
		if raised := recover(); raised != nil {
			end["error"], end["traceback"] = fmt.Sprint(raised), jouteTrace()
		}
	}()
	jouteCallback(callback)
	return end
}

// Where the callback failed, from below the panic on.
func jouteTrace() string {
	_, own, _, _ := runtime.Caller(0)
	stack := strings.ReplaceAll(string(jouteStack.Stack()), filepath.Dir(own)+"/", "")
	if _, below, found := strings.Cut(stack, "\npanic("); found {
		return "panic(" + below
	}
	return stack
}
