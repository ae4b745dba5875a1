// Package markup reads XML and HTML as it is found on the web: it detects the encoding, scans
// elements, attributes and text, resolves references, and makes trees of HTML pages. Errors in the
// markup are recovered from and counted as faults. Time and memory are proportional to the size of
// the document, and no DTD is ever processed.
package markup
