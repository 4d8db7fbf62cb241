// Before the page is drawn: light or dark, as chosen here the last time.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
