package identity

import "testing"

func TestAllowListComparesFoldedAddresses(t *testing.T) {
	t.Parallel()
	list, err := NewAllowList([]string{"Example.org", "bücher.example"}, []string{"Mark@Elsewhere.test"})
	if err != nil {
		t.Fatal(err)
	}
	for email, want := range map[string]bool{
		"ana@EXAMPLE.ORG":            true,
		"ana@xn--bcher-kva.example":  true,
		"ana@BÜCHER.example":         true,
		"mark@elsewhere.test":        true,
		"MARK@ELSEWHERE.TEST":        true,
		"mar\u212a@elsewhere.test":   false, // the Kelvin sign, another mailbox
		"mark+news@elsewhere.test":   false,
		"mark@elsewhere.test.":       false,
		"ana@example.org ":           false,
		"ana@example.org\x00":        false,
		"example.org":                false,
		"ana@":                       false,
		"":                           false,
		"ana@example.org@other.test": false,
	} {
		if got := list.allows(email); got != want {
			t.Errorf("%q: %t", email, got)
		}
	}
}
