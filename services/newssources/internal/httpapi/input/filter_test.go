package input

import "testing"

// TestFormatFilter checks that a filter is written as it was read.
func TestFormatFilter(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"",
		"country=ES&country=none&not_tag=pol%C3%ADtica&tag=a%26b&tag=%C3%B1",
		"due_minutes=0&q=El+Pa%C3%ADs&silent_days=30&snoozed=false",
		"created_from=2026-11-25&last_known=true&not_lifecycle=archived",
	} {
		query, err := ParseFilter(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := FormatFilter(query); err != nil || got != text {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
}
