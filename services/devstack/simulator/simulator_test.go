package simulator

import (
	"context"
	"encoding/xml"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// visit fetches an address with the simulator's DNS.
func visit(t *testing.T, s *Simulator, address string) (*http.Response, string) {
	t.Helper()
	dialer := &net.Dialer{Resolver: &net.Resolver{PreferGo: true,
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, s.DNS)
		}}}
	client := &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext}, Timeout: 5 * time.Second}
	answer, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

func start(t *testing.T) *Simulator {
	t.Helper()
	noon := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	s, err := Start(Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestHomepageAnnouncesItsFeeds(t *testing.T) {
	t.Parallel()
	s := start(t)
	answer, home := visit(t, s, s.URL("elejemplo.test", "/"))
	if answer.StatusCode != 200 || !strings.Contains(home, `title="Portada" href="/rss/portada.xml"`) {
		t.Fatalf("status %d, page:\n%s", answer.StatusCode, home)
	}
	for _, want := range []string{`"name":"El Ejemplo"`, `"addressCountry":"ES"`, `content="es_ES"`} {
		if !strings.Contains(home, want) {
			t.Errorf("the homepage lacks %s", want)
		}
	}
	if got := s.Requests("elejemplo.test"); len(got) != 1 || got[0].Path != "/" {
		t.Errorf("requests: %v", got)
	}
}

func TestNetworkEndsAndReturns(t *testing.T) {
	t.Parallel()
	s := start(t)
	toggle := func() {
		t.Helper()
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1:"+s.port+"/", nil)
		request.Host = networkSwitch
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
	}
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, s.DNS)
	}}
	toggle()
	if hosts, err := resolver.LookupHost(t.Context(), "elejemplo.test"); err == nil {
		t.Errorf("without the network, the name is resolved: %v", hosts)
	}
	if response, err := http.Get("http://127.0.0.1:" + s.port + "/"); err == nil {
		response.Body.Close()
		t.Errorf("without the network, a request is answered with status %d", response.StatusCode)
	}
	toggle()
	if answer, _ := visit(t, s, s.URL("elejemplo.test", "/")); answer.StatusCode != 200 {
		t.Errorf("status %d after the network returned", answer.StatusCode)
	}
}

func TestFeedsAreDeterministic(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, host := range []string{"elejemplo.test", "beispielzeitung.test"} {
		for _, feed := range s.Site(host).Feeds {
			first, body := visit(t, s, s.URL(host, feed.Path))
			_, again := visit(t, s, s.URL(host, feed.Path))
			if body != again || first.Header.Get("ETag") == "" {
				t.Errorf("%s%s differs, or has no ETag", host, feed.Path)
			}
			if feed.Kind != "json_feed" && xml.Unmarshal([]byte(body), new(struct{})) != nil {
				t.Errorf("%s%s is not well-formed", host, feed.Path)
			}
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	t.Parallel()
	s := start(t)
	if len(s.Names()) != len(s.sites) || len(s.Names()) < 300 {
		t.Fatalf("%d names, %d sites", len(s.Names()), len(s.sites))
	}
	for _, name := range s.Names() {
		if s.Site(name).About == "" {
			t.Errorf("%s has no description", name)
		}
	}
}
