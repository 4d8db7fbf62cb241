/* API calls of Python champions that the game's library answers, with no Python in between.

   A `Caller` knows the exchange of a seat (`core/backends/exchange.py`) and the library's function `call`. It makes the
   functions that a champion calls. Such a function writes its arguments into the exchange, calls the library, and makes
   a value of the answer. Whatever is out of the ordinary (arguments that are not plain numbers, tuples or lists, too
   few of them, a status other than DONE) it leaves to the Python function it was made with, so all odd cases are decided
   there, by one text. Kinds of values are compiled by `calls.py` into small programs:

     INT | BOOL | STRUCT, fields, number of the class, program of each field | LIST, most items, length, item's program

   While arguments are read no Python code can run, so lists cannot change under us. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <string.h>

#include "_calls.h"

enum { INT, BOOL, STRUCT, LIST };

typedef struct {
    PyObject_HEAD
    Py_buffer exchange; /* obj is NULL where there is none */
    LibraryCall library;
    Py_ssize_t room; /* for arguments, in words */
    char answered;   /* whether the library has answered the last call */
    char noting;     /* whether it is a call of the match: its refusals are noted */
} Caller;

typedef struct {
    PyTypeObject *type;
    allocfunc alloc;
} Struct;

typedef struct {
    PyObject_HEAD
    PyMethodDef method;
    Caller *caller;
    PyObject *name;
    PyObject *doc;
    PyObject *otherwise; /* the Python function */
    PyObject *members;   /* a dict: the value of each number that may be answered; NULL where it is the number itself */
    PyObject *classes;   /* a tuple: it keeps the types of `structs` alive */
    Struct *structs;
    int32_t *arguments; /* the programs of all arguments, one after the other */
    int32_t *answer;
    Py_ssize_t count; /* of arguments */
    Py_ssize_t most;  /* words that they take */
    int32_t number;
} Function;

static PyTypeObject *caller_type, *function_type;

/* Arguments */

static int
read_number(PyObject *value, int64_t *word)
{
    /* Neither __index__ nor any other method of a subclass is called, as in operator.index(). */
    if (!PyLong_CheckExact(value) && !PyLong_Check(value)) {
        return 0;
    }
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow || number < INT32_MIN || number > INT32_MAX) {
        return 0;
    }
    *word = number;
    return 1;
}

static int read_value(Function *function, const int32_t **program, PyObject *value, int64_t **word);

static int
read_items(Function *function, const int32_t **program, int one_program, PyObject *value, Py_ssize_t count, int64_t **word)
{
    /* Read `count` items; each has a program of its own, or all have the same. Both roads give borrowed references. */
    const int32_t *first = *program;
    int list = PyList_CheckExact(value);
    for (Py_ssize_t i = 0; i < count; i++) {
        if (one_program) {
            *program = first;
        }
        PyObject *item = list ? PyList_GetItem(value, i) : PyTuple_GetItem(value, i);
        if (!read_value(function, program, item, word)) {
            return 0;
        }
    }
    return 1;
}

static Py_ssize_t
length_of(PyObject *value)
{
    return PyList_CheckExact(value) ? PyList_Size(value) : PyTuple_Size(value);
}

/* Write the words of a value; 0 if it is none that we read here. */
static int
read_value(Function *function, const int32_t **program, PyObject *value, int64_t **word)
{
    switch (*(*program)++) {
    case INT:
        return read_number(value, (*word)++);
    case BOOL:
        if (!PyBool_Check(value)) {
            return 0;
        }
        *(*word)++ = value == Py_True;
        return 1;
    case STRUCT: {
        Py_ssize_t fields = *(*program)++;
        PyTypeObject *type = function->structs[*(*program)++].type;
        if (Py_TYPE(value) != type && !PyTuple_CheckExact(value) && !PyList_CheckExact(value)) {
            return 0;
        }
        return length_of(value) == fields && read_items(function, program, 0, value, fields, word);
    }
    default: {
        Py_ssize_t most = *(*program)++;
        const int32_t *end = *program + 1 + **program;
        *program += 1;
        if (!PyTuple_CheckExact(value) && !PyList_CheckExact(value)) {
            return 0;
        }
        Py_ssize_t count = length_of(value);
        if (count > most) {
            return 0;
        }
        *(*word)++ = count;
        int whole = read_items(function, program, 1, value, count, word);
        *program = end;
        return whole;
    }
    }
}

/* Answers */

/* The value of the words that are read from; NULL with an exception if there is no memory. */
static PyObject *
made_value(Function *function, const int32_t **program, const int64_t **word)
{
    switch (*(*program)++) {
    case INT:
        return PyLong_FromLongLong(*(*word)++);
    case BOOL:
        return PyBool_FromLong(*(*word)++ != 0);
    default: {
        Py_ssize_t fields = *(*program)++;
        Struct *made = &function->structs[*(*program)++];
        PyObject *value = made->alloc(made->type, fields);
        if (value == NULL) {
            return NULL;
        }
        for (Py_ssize_t i = 0; i < fields; i++) {
            PyObject *field = made_value(function, program, word);
            if (field == NULL || PyTuple_SetItem(value, i, field) < 0) {
                Py_DECREF(value);
                return NULL;
            }
        }
        return value;
    }
    }
}

static PyObject *
made_list(Function *function, const int32_t *item, Py_ssize_t count, const int64_t *word)
{
    PyObject *list = PyList_New(count);
    if (list == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        const int32_t *program = item;
        PyObject *value = made_value(function, &program, &word);
        if (value == NULL || PyList_SetItem(list, i, value) < 0) {
            Py_DECREF(list);
            return NULL;
        }
    }
    return list;
}

static PyObject *
made_member(Function *function, int64_t number)
{
    PyObject *key = PyLong_FromLongLong(number);
    if (key == NULL) {
        return NULL;
    }
    PyObject *member = PyDict_GetItemWithError(function->members, key);
    if (member == NULL) {
        return PyErr_Occurred() ? (Py_DECREF(key), NULL) : key;
    }
    Py_INCREF(member);
    Py_DECREF(key);
    return member;
}

static PyObject *
made_answer(Function *function, const int64_t *exchange)
{
    const int32_t *program = function->answer;
    if (function->members != NULL) {
        return made_member(function, exchange[ANSWER]);
    }
    if (*program == LIST) {
        const int64_t *rows = (const int64_t *)(intptr_t)exchange[ROWS];
        return made_list(function, program + 3, (Py_ssize_t)exchange[ANSWER], rows);
    }
    const int64_t *word = *program == STRUCT ? (const int64_t *)(intptr_t)exchange[ROWS] : exchange + ANSWER;
    return made_value(function, &program, &word);
}

/* Calling */

static PyObject *
call_otherwise(Function *function, PyObject *const *values, Py_ssize_t count, PyObject *keywords)
{
    PyObject *named = NULL, *answer = NULL;
    PyObject *given = PyTuple_New(count);
    if (given == NULL) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_INCREF(values[i]);
        if (PyTuple_SetItem(given, i, values[i]) < 0) {
            goto done;
        }
    }
    if (keywords != NULL) {
        named = PyDict_New();
        if (named == NULL) {
            goto done;
        }
        for (Py_ssize_t i = 0; i < PyTuple_Size(keywords); i++) {
            if (PyDict_SetItem(named, PyTuple_GetItem(keywords, i), values[count + i]) < 0) {
                goto done;
            }
        }
    }
    answer = PyObject_Call(function->otherwise, given, named);
done:
    Py_DECREF(given);
    Py_XDECREF(named);
    return answer;
}

static PyObject *
function_call(PyObject *self, PyObject *const *values, Py_ssize_t count, PyObject *keywords)
{
    Function *function = (Function *)self;
    Caller *caller = function->caller;
    int64_t *exchange = caller->exchange.buf;
    if (exchange != NULL && keywords == NULL && count == function->count && function->most <= caller->room) {
        const int32_t *program = function->arguments;
        int64_t *word = exchange + GIVEN;
        Py_ssize_t i = 0;
        while (i < count && read_value(function, &program, values[i], &word)) {
            i++;
        }
        if (i == count) {
            exchange[COUNT] = word - (exchange + GIVEN);
            if (caller->library(exchange, function->number) == DONE) {
                caller->answered = 1;
                if (caller->noting) {
                    note_refusal(exchange, function->number);
                }
                return made_answer(function, exchange);
            }
        }
    }
    return call_otherwise(function, values, count, keywords);
}

/* Functions */

/* It has no tp_clear, like a tuple: all it refers to must be there as long as it can be called. */
static int
function_traverse(PyObject *self, visitproc visit, void *arg)
{
    Function *function = (Function *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(function->otherwise);
    Py_VISIT(function->members);
    Py_VISIT(function->classes);
    return 0;
}

static void
function_free(PyObject *self)
{
    Function *function = (Function *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF((PyObject *)function->caller);
    Py_XDECREF(function->name);
    Py_XDECREF(function->doc);
    Py_XDECREF(function->otherwise);
    Py_XDECREF(function->members);
    Py_XDECREF(function->classes);
    PyMem_Free(function->structs);
    PyMem_Free(function->arguments);
    PyMem_Free(function->answer);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/* A copy of a program; NULL with an exception if there is no memory. */
static int32_t *
copied(const char *program, Py_ssize_t bytes)
{
    int32_t *copy = PyMem_Malloc(bytes ? bytes : 1);
    if (copy == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    memcpy(copy, program, bytes);
    return copy;
}

static Struct *
structs_of(PyObject *classes)
{
    Py_ssize_t count = PyTuple_Size(classes);
    Struct *structs = PyMem_Malloc(count ? count * sizeof(Struct) : 1);
    if (structs == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *class = PyTuple_GetItem(classes, i);
        if (!PyType_Check(class) || !PyType_IsSubtype((PyTypeObject *)class, &PyTuple_Type)) {
            PyErr_SetString(PyExc_TypeError, "expected subclasses of tuple");
            PyMem_Free(structs);
            return NULL;
        }
        structs[i].type = (PyTypeObject *)class;
        structs[i].alloc = (allocfunc)PyType_GetSlot(structs[i].type, Py_tp_alloc);
    }
    return structs;
}

PyDoc_STRVAR(function_doc, "function(name, doc, number, count, most, arguments, answer, classes, members, otherwise)\n"
                           "--\n\n"
                           "The function of the API with this number, for champions.");

static PyObject *
caller_function(PyObject *self, PyObject *arguments)
{
    PyObject *name, *doc, *classes, *members, *otherwise, *result = NULL;
    Py_ssize_t count, most, given_bytes, answer_bytes;
    const char *given, *answer;
    int number;
    if (!PyArg_ParseTuple(arguments, "UUinny#y#O!OO", &name, &doc, &number, &count, &most, &given, &given_bytes, &answer,
                          &answer_bytes, &PyTuple_Type, &classes, &members, &otherwise)) {
        return NULL;
    }
    Function *function = (Function *)((allocfunc)PyType_GetSlot(function_type, Py_tp_alloc))(function_type, 0);
    if (function == NULL) {
        return NULL;
    }
    Py_INCREF(self);
    function->caller = (Caller *)self;
    Py_INCREF(name);
    function->name = name;
    Py_INCREF(doc);
    function->doc = doc;
    Py_INCREF(otherwise);
    function->otherwise = otherwise;
    Py_INCREF(classes);
    function->classes = classes;
    if (members != Py_None) {
        Py_INCREF(members);
        function->members = members;
    }
    function->number = number;
    function->count = count;
    function->most = most;
    function->structs = structs_of(classes);
    function->arguments = copied(given, given_bytes);
    function->answer = copied(answer, answer_bytes);
    function->method.ml_name = PyUnicode_AsUTF8AndSize(name, NULL);
    function->method.ml_doc = PyUnicode_AsUTF8AndSize(doc, NULL);
    function->method.ml_meth = (PyCFunction)(void (*)(void))function_call;
    function->method.ml_flags = METH_FASTCALL | METH_KEYWORDS;
    if (function->structs != NULL && function->arguments != NULL && function->answer != NULL &&
        function->method.ml_name != NULL && function->method.ml_doc != NULL) {
        PyObject *module = PyObject_GetAttrString(otherwise, "__module__");
        if (module != NULL) {
            result = PyCFunction_NewEx(&function->method, (PyObject *)function, module);
            Py_DECREF(module);
        }
    }
    Py_DECREF(function);
    return result;
}

static PyType_Slot function_slots[] = {
    {Py_tp_doc, "What a function of the API needs to know."},
    {Py_tp_traverse, function_traverse},
    {Py_tp_dealloc, function_free},
    {0, NULL},
};

static PyType_Spec function_spec = {
    "joute.champions.players._calls.Function",
    sizeof(Function),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    function_slots,
};

/* Callers */

static void
disconnect(Caller *caller)
{
    if (caller->exchange.obj != NULL) {
        PyBuffer_Release(&caller->exchange);
    }
    caller->exchange.buf = NULL;
    caller->answered = 0;
}

PyDoc_STRVAR(connect_doc, "connect(exchange, address, noting)\n--\n\n"
                          "Have calls go through this exchange to the library's function `call` at this address; whether "
                          "refused orders are noted.");

static PyObject *
caller_connect(PyObject *self, PyObject *arguments)
{
    Caller *caller = (Caller *)self;
    PyObject *exchange;
    Py_ssize_t address;
    int noting;
    if (!PyArg_ParseTuple(arguments, "Onp", &exchange, &address, &noting)) {
        return NULL;
    }
    disconnect(caller);
    if (PyObject_GetBuffer(exchange, &caller->exchange, PyBUF_WRITABLE) < 0) {
        return NULL;
    }
    caller->library = (LibraryCall)(intptr_t)address;
    caller->noting = (char)noting;
    caller->room = caller->exchange.len / (Py_ssize_t)sizeof(int64_t) - GIVEN;
    Py_RETURN_NONE;
}

PyDoc_STRVAR(disconnect_doc, "disconnect()\n--\n\nHave Python answer all calls.");

static PyObject *
caller_disconnect(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    disconnect((Caller *)self);
    Py_RETURN_NONE;
}

static void
caller_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    disconnect((Caller *)self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

static PyMethodDef caller_methods[] = {
    {"connect", caller_connect, METH_VARARGS, connect_doc},
    {"disconnect", caller_disconnect, METH_NOARGS, disconnect_doc},
    {"function", caller_function, METH_VARARGS, function_doc},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef caller_members[] = {
    {"answered", T_BOOL, offsetof(Caller, answered), 0, "Whether the library has answered the last call."},
    {"noting", T_BOOL, offsetof(Caller, noting), READONLY, "Whether refused orders are noted."},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot caller_slots[] = {
    {Py_tp_doc, "What calls the library for the functions of one champion."},
    {Py_tp_methods, caller_methods},
    {Py_tp_members, caller_members},
    {Py_tp_dealloc, caller_free},
    {0, NULL},
};

static PyType_Spec caller_spec = {
    "joute.champions.players._calls.Caller",
    sizeof(Caller),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    caller_slots,
};

/* The module */

PyDoc_STRVAR(live_doc, "live(call, wire, words)\n--\n\n"
                       "In a live game: the address of what champions call in place of the library's function `call`, "
                       "at this address. It sends orders by a wire and takes answers of at most so many words.");

static PyObject *
module_live(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    Py_ssize_t call, words;
    int wire;
    if (!PyArg_ParseTuple(arguments, "nin", &call, &wire, &words)) {
        return NULL;
    }
    if (!live_connect((LibraryCall)(intptr_t)call, wire, (size_t)words)) {
        return PyErr_NoMemory();
    }
    return PyLong_FromVoidPtr((void *)(intptr_t)live_call);
}

PyDoc_STRVAR(begin_doc, "begin(number)\n--\n\nIn a live game: the callback with this number runs now.");

static PyObject *
module_begin(PyObject *Py_UNUSED(module), PyObject *number)
{
    live_begin(PyLong_AsLongLong(number));
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

PyDoc_STRVAR(listen_doc, "listen(words, most, ok, actions)\n--\n\n"
                         "Note orders that are refused in these words, at most so many; `actions`: a bit for each function "
                         "that gives an order, by its number.");

static PyObject *
module_listen(PyObject *Py_UNUSED(module), PyObject *arguments)
{
    static Py_buffer words;
    PyObject *given;
    long long most, ok;
    unsigned long long actions;
    if (!PyArg_ParseTuple(arguments, "OLLK", &given, &most, &ok, &actions)) {
        return NULL;
    }
    refusals_listen(NULL, 0, 0, 0, 0);
    if (words.obj != NULL) {
        PyBuffer_Release(&words);
    }
    if (PyObject_GetBuffer(given, &words, PyBUF_WRITABLE) < 0) {
        words.obj = NULL;
        return NULL;
    }
    refusals_listen(words.buf, (size_t)words.len / sizeof(int64_t), most, ok, actions);
    Py_RETURN_NONE;
}

PyDoc_STRVAR(noted_doc, "noted(call)\n--\n\n"
                        "The address of what a compiled champion calls in place of the function `call` at this address, so "
                        "that refused orders are noted.");

static PyObject *
module_noted(PyObject *Py_UNUSED(module), PyObject *call)
{
    refusals_follow((LibraryCall)(intptr_t)PyLong_AsSsize_t(call));
    return PyErr_Occurred() ? NULL : PyLong_FromVoidPtr((void *)(intptr_t)noted_call);
}

static PyMethodDef module_methods[] = {
    {"listen", module_listen, METH_VARARGS, listen_doc},
    {"noted", module_noted, METH_O, noted_doc},
    {"live", module_live, METH_VARARGS, live_doc},
    {"begin", module_begin, METH_O, begin_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    "_calls",
    "API calls of Python champions that the game's library answers; `calls.py` uses it.",
    -1,
    module_methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__calls(void)
{
    PyObject *module = PyModule_Create(&module_definition);
    if (module == NULL) {
        return NULL;
    }
    caller_type = (PyTypeObject *)PyType_FromSpec(&caller_spec);
    function_type = (PyTypeObject *)PyType_FromSpec(&function_spec);
    PyObject *layout = Py_BuildValue("(iiiiiiiiii)", COUNT, ANSWER, ROWS, ORDERS, VIEW, STATE_WORDS, ROW, GIVEN, DONE, NOW);
    PyObject *kinds = Py_BuildValue("(iiii)", INT, BOOL, STRUCT, LIST);
    if (caller_type == NULL || function_type == NULL ||
        PyModule_AddObjectRef(module, "Caller", (PyObject *)caller_type) < 0 ||
        PyModule_AddObjectRef(module, "LAYOUT", layout) < 0 || PyModule_AddObjectRef(module, "KINDS", kinds) < 0) {
        Py_CLEAR(module);
    }
    Py_XDECREF(layout);
    Py_XDECREF(kinds);
    return module;
}
