// For browsers that know no modules, and so can do nothing else here: in the words of their time.
(function () {
  var line = document.createElement("p");
  line.className = "new-version";
  line.setAttribute("role", "status");
  line.appendChild(document.createTextNode(document.body.getAttribute("data-old") || ""));
  document.body.insertBefore(line, document.body.firstChild);
})();
