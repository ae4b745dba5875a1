package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/identity/identitytest"
)

const (
	// strangers is the number of parallel requests without valid credentials.
	strangers = 2000
	// quietRatio is the goal for the p99 of another member, relative to that without an overload.
	quietRatio = 3
)

// caller is a kind of request. Its function returns a new request for each call.
type caller struct {
	name    string
	request func() *http.Request
}

// newRequest returns a request without a body. The paths of the benchmark are valid.
func (a *attack) newRequest(method, path, token string) *http.Request {
	r, _ := http.NewRequest(method, a.service.URL+path, http.NoBody)
	r.Header.Set("Accept", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return r
}

// anonymous sends each kind of anonymous request with 2,000 clients.
func (a *attack) anonymous(ctx context.Context) error {
	token := func(change func(string) string) func() *http.Request {
		return func() *http.Request {
			invented, _, _ := identity.NewAPIToken()
			return a.newRequest(http.MethodGet, "/newssources", change(invented))
		}
	}
	plain := func(method, path, token string) func() *http.Request {
		return func() *http.Request { return a.newRequest(method, path, token) }
	}
	for _, c := range []caller{
		{"no credentials", plain(http.MethodGet, "/newssources", "")},
		{"API tokens with a wrong checksum", token(func(t string) string { return t[:len(t)-6] + "AAAAAA" })},
		{"API tokens with the right checksum", token(func(t string) string { return t })},
		{"API tokens of the first version", token(func(t string) string { return t[:len(t)-6] })},
		{"ID tokens with a wrong signature", plain(http.MethodGet, "/newssources", identitytest.Untrusted().Token(nil))},
		{"ID tokens of 40 KB", plain(http.MethodGet, "/newssources", strings.Repeat("x", 40_000))},
		{"navigations", func() *http.Request {
			r := a.newRequest(http.MethodGet, "/newssources", "")
			r.Header.Set("Sec-Fetch-Mode", "navigate")
			return r
		}},
		{"callbacks with invented ids", func() *http.Request {
			return a.newRequest(http.MethodPost, "/newssources/websub/"+uuid.NewString(), "")
		}},
		{"preflights", plain(http.MethodOptions, "/newssources", "")},
		{"unknown routes", plain(http.MethodGet, "/newssources/x/y/z", "")},
		{"uploads", func() *http.Request {
			r := a.newRequest(http.MethodPost, "/newssources/imports", "")
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(strings.Repeat("x", 1000))), 1000
			return r
		}},
	} {
		if err := a.call(ctx, fmt.Sprintf("%d × %s", strangers, c.name), strangers, c.request); err != nil {
			return err
		}
	}
	return nil
}

// costlyReads sends each costly read of one member with 100 clients.
func (a *attack) costlyReads(ctx context.Context) error {
	for _, path := range []string{
		"/newssources?limit=500", "/newssources/items?limit=1000", "/newssources/endpoints?limit=500", "/newssources/history?target_type=source&limit=500",
		"/newssources/overview", "/newssources/summary", "/newssources/endpoints/" + uuid.NewString() + "/items?q=" + url.QueryEscape("e a o r s t n i"),
	} {
		err := a.call(ctx, "100 × "+path, 100, func() *http.Request {
			r := a.newRequest(http.MethodGet, path, "")
			a.attacker.Sign(r)
			return r
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// call sends requests with a number of clients for the duration, while another member works.
func (a *attack) call(ctx context.Context, name string, clients int, request func() *http.Request) error {
	client := &http.Client{
		Transport:     &http.Transport{MaxIdleConnsPerHost: clients},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	var mu sync.Mutex
	statuses := map[int]int{}
	p99, unready := a.watch(ctx, a.duration, func() {
		end := time.Now().Add(a.duration)
		var group sync.WaitGroup
		for range clients {
			group.Go(func() {
				for time.Now().Before(end) {
					status := 0
					if response, err := client.Do(request().WithContext(ctx)); err == nil {
						_, _ = io.Copy(io.Discard, response.Body)
						_ = response.Body.Close()
						status = response.StatusCode
					}
					mu.Lock()
					statuses[status]++
					mu.Unlock()
					if status == http.StatusTooManyRequests {
						time.Sleep(50 * time.Millisecond) // a script that does not obey Retry-After
					}
				}
			})
		}
		group.Wait()
	})
	fmt.Fprintf(os.Stderr, "%s: statuses %v\n", name, statuses)
	a.add(bench.NewFigure(name+": other requests, p99", p99, "ms", 0), quietRatio*a.quiet)
	a.add(bench.NewFigure(name+": answers of /readyz other than 200", float64(unready), "answers", 0), 0)
	a.add(bench.NewFigure(name+": server errors", float64(serverErrors(statuses)), "answers", 0), 0)
	return nil
}
