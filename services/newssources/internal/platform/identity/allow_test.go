package identity

import "testing"

func TestAllowListComparesFoldedAddresses(t *testing.T) {
	t.Parallel()
	list, err := NewAllowList([]string{"Example.org", "bücher.example"}, []string{"Mark@Elsewhere.test", "mark@KÖLN.test"})
	if err != nil {
		t.Fatal(err)
	}
	for email, want := range map[string]bool{
		"ana@EXAMPLE.ORG":            true,
		"ana@xn--bcher-kva.example":  true,
		"ana@bücher.example":         true,
		"ana@BÜCHER.example":         false, // only ASCII letters are lower-cased
		"mark@elsewhere.test":        true,
		"MARK@ELSEWHERE.TEST":        true,
		"mar\u212a@elsewhere.test":   false, // the Kelvin sign, another mailbox
		"mark@k\u00f6ln.test":        true,
		"mark@\u212a\u00f6ln.test":   false, // the Kelvin sign
		"mark@elsewhere.te\u017ft":   false, // the long s
		"mark@\uff45lsewhere.test":   false, // the full-width e
		"mark@elsewhere\u3002test":   false, // the ideographic full stop
		"ana@example\u3002org":       false,
		"ana@\uff45xample.org":       false,
		"mark+news@elsewhere.test":   false,
		"mark@elsewhere.test.":       false,
		"ana@example.org ":           false,
		"ana@example.org\x00":        false,
		"example.org":                false,
		"ana@":                       false,
		"":                           false,
		"ana@example.org@other.test": false,
	} {
		if got := list.Allows(email); got != want {
			t.Errorf("%q: %t", email, got)
		}
	}
}
