package textkey

// Cut returns at most the first limit characters of a text.
func Cut(text string, limit int) string {
	count := 0
	for i := range text {
		if count++; count > limit {
			return text[:i]
		}
	}
	return text
}

// Shorten returns the first limit characters of a text, followed by "…" if there are more.
func Shorten(text string, limit int) string {
	if start := Cut(text, limit); start != text {
		return start + "…"
	}
	return text
}
