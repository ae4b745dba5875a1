package simulator

import (
	"net/http"
	"strings"
	"testing"
)

func TestExpectedFeedsExist(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, e := range s.Expectations() {
		if e.Feed == "" || strings.HasPrefix(e.Feed, "https://") {
			continue
		}
		if answer, body := visit(t, s, e.Feed); answer.StatusCode != http.StatusOK || !strings.Contains(body, "<item>") {
			t.Errorf("%s (%s): the expected feed %s answers %d", e.Address, e.Class, e.Feed, answer.StatusCode)
		}
	}
}
