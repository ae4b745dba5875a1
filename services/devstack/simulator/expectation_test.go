package simulator

import (
	"crypto/tls"
	"io"
	"net/http"
	"regexp"
	"testing"
	"time"
)

// hasItems matches an item of a feed.
var hasItems = regexp.MustCompile(`<item[ >]|<entry>|<url>|"items":`)

func TestExpectedFeedsExist(t *testing.T) {
	t.Parallel()
	s, err := Start(Options{Platforms: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{
		Proxy: http.ProxyURL(s.ProxyURL()), TLSClientConfig: &tls.Config{RootCAs: s.Roots()},
	}}
	t.Cleanup(client.CloseIdleConnections)
	for _, e := range s.Expectations() {
		if e.Feed == "" {
			continue
		}
		answer, err := client.Get(e.Feed)
		if err != nil {
			t.Errorf("%s (%s): %v", e.Address, e.Class, err)
			continue
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !hasItems.Match(body) {
			t.Errorf("%s (%s): the expected feed %s answers %d, %v", e.Address, e.Class, e.Feed, answer.StatusCode, err)
		}
	}
}
