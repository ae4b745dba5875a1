package markup

import "testing"

func TestConvertHTML(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"C1 characters are windows-1252":       {"L\u0092\u00c9lys\u00e9e \u0096 50\u0080", "L’Élysée – 50€"},
		"next line is an ellipsis":             {"More\u0085", "More…"},
		"undefined in windows-1252 is removed": {"a\u0081b", "ab"},
		"inline SVG":                           {`<svg viewBox="0 0 1 1"><title>Icon</title><g><path d="M0 0h1"/></g></svg> Council votes`, "Council votes"},
		"inline SVG at the end":                {`Council votes <svg><use href="#a"></use></svg>`, "Council votes"},
		"SVG without an end":                   {`<svg viewBox="0 0 1 1">Council votes`, "Council votes"},
		"unknown element with attributes":      {`<path d="M0 0"/>A <amplify level=3>B</amplify>`, "A B"},
		"type parameters are text":             {"List<T> and Map<K, V> in Go", "List<T> and Map<K, V> in Go"},
		"comparison is text":                   {"if a <x and c = d", "if a <x and c = d"},
	} {
		var faults Faults
		texts := PlainTexter{Faults: &faults}
		if got := texts.Convert([]byte(c.html), HTMLText, 100); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
