// The first page: on to that of the reader's language.
location.replace(navigator.language.startsWith("fr") ? "fr/index.html" : "en/index.html");
