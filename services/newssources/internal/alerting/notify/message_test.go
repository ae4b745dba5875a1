package notify

import (
	"strings"
	"testing"
)

// TestNumbersInMailsHaveSeparators checks the subject and both texts of messages about many sources.
func TestNumbersInMailsHaveSeparators(t *testing.T) {
	t.Parallel()
	v := ViewMessage{View: "Spain", Total: 12431, New: ViewSection{Count: 1200}}
	content := v.mailContent(links{})
	html, err := content.mailHTML()
	if err != nil {
		t.Fatal(err)
	}
	alerts := Message{RuleName: "Tier 1", Firing: MessageSection{Count: 2345}}
	for _, text := range []struct{ got, want string }{
		{v.subject(), "Spain: 1,200 new"},
		{content.mailText(), "The view “Spain” has 12,431 sources."},
		{content.mailText(), "New (1,200)"},
		{content.mailText(), "and 1,200 more"},
		{html, "and 1,200 more"},
		{alerts.Subject(), "2,345 new – Tier 1"},
		{viewText(1500, 3000), "1,500 of 3,000 checked sources are affected (50 %)."},
	} {
		if !strings.Contains(text.got, text.want) {
			t.Errorf("%q does not contain %q", text.got, text.want)
		}
	}
}
