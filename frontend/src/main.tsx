console.log("joute");
