// This program claims due RSS endpoints from the API at NEWSSOURCES_URL with the token
// NEWSSOURCES_TOKEN, fetches them and reports their items. It obeys robots.txt, sends conditional
// requests, and reports what a site asks in Retry-After.
package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html/charset"
)

const (
	// userAgent names the program and an address for complaints. Replace it.
	userAgent = "example-scraper/1.0 (+https://scraper.example/bot)"
	// maxBody is the maximum size of a document in bytes.
	maxBody = 15 << 20
	// reportTime is left of the lease for the report.
	reportTime = 10 * time.Second
	// maxItems and maxText bound what the API accepts of a document: items, and bytes of a field.
	maxItems, maxText = 500, 1000
	// maxValidator, maxStatus and maxWait bound what the API accepts of a response: bytes of a
	// validator, the status, and Retry-After in seconds.
	maxValidator, maxStatus, maxWait = 100, 599, 3_153_600_000
	// maxTries and maxPause bound the repetition of a request that the API refuses for now.
	maxTries, maxPause = 3, 30 * time.Second
)

// maxFetch is the time limit of an endpoint, with its robots.txt: FETCH_SECONDS, or 20 seconds.
var maxFetch = func() time.Duration {
	seconds, err := strconv.Atoi(cmp.Or(os.Getenv("FETCH_SECONDS"), "20"))
	if err != nil {
		log.Fatal("FETCH_SECONDS: ", err)
	}
	return time.Duration(seconds) * time.Second
}()

type claim struct {
	ID           string    `json:"id"`
	URL          string    `json:"url"`
	ETag         string    `json:"etag"`
	LastModified string    `json:"last_modified"`
	ExpiresAt    time.Time `json:"expires_at"`
}

type item struct {
	GUID  string `xml:"guid" json:"guid,omitempty"`
	Title string `xml:"title" json:"title,omitempty"`
	URL   string `xml:"link" json:"url,omitempty"`
}

type result struct {
	Claim        string `json:"claim"`
	Outcome      string `json:"outcome"`
	Status       int    `json:"status,omitempty"`
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
	RetryAfter   int    `json:"retry_after_seconds,omitempty"`
	Items        []item `json:"items,omitempty"`
}

// outcomes of statuses without a document. Others are client_error and server_error.
var outcomes = map[int]string{
	http.StatusNotModified: "not_modified", http.StatusUnauthorized: "unauthorized", http.StatusForbidden: "forbidden",
	http.StatusNotFound: "not_found", http.StatusGone: "gone", http.StatusTooManyRequests: "rate_limited",
	http.StatusServiceUnavailable: "unavailable",
}

func main() {
	var claimed struct{ Claims []claim }
	if err := callAPI("claims", map[string]any{"kinds": []string{"rss"}, "limit": 20}, &claimed); err != nil {
		log.Fatal(err)
	}
	// Each endpoint is of another site, so that they can be fetched at the same time: sites that hang
	// do not use up the leases of others.
	results := make([]result, len(claimed.Claims))
	var fetches sync.WaitGroup
	for i, c := range claimed.Claims {
		fetches.Go(func() { results[i] = check(c) })
	}
	fetches.Wait()
	if err := report(results); err != nil {
		log.Fatal(err)
	}
	log.Println(len(results), "endpoints checked")
}

// report reports results together, because a failure without a response only counts beside a
// response. If the API refuses the report, for example because a lease has ended, it reports them
// one by one, so that the others are recorded.
func report(results []result) error {
	if len(results) == 0 {
		return nil
	}
	err := callAPI("attempts", map[string]any{"attempts": results}, nil)
	if err == nil || len(results) == 1 {
		return err
	}
	for _, r := range results {
		if err := report([]result{r}); err != nil {
			log.Println("not recorded:", err)
		}
	}
	return nil
}

// callAPI sends a request to the API and decodes the response. A refusal that ends by itself is
// repeated after the time that it names.
func callAPI(path string, request, response any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		r, err := http.NewRequest(http.MethodPost, os.Getenv("NEWSSOURCES_URL")+"/newssources/"+path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		r.Header = http.Header{
			"Authorization": {"Bearer " + os.Getenv("NEWSSOURCES_TOKEN")}, "Content-Type": {"application/json"},
			"User-Agent": {userAgent},
		}
		answer, err := (&http.Client{Timeout: maxFetch}).Do(r)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		switch {
		case err != nil:
			return err
		case answer.StatusCode == http.StatusOK && response == nil:
			return nil
		case answer.StatusCode == http.StatusOK:
			return json.Unmarshal(text, response)
		case try < maxTries && (answer.StatusCode == http.StatusTooManyRequests ||
			answer.StatusCode == http.StatusServiceUnavailable):
			time.Sleep(min(time.Duration(max(retryAfter(answer), 1))*time.Second, maxPause))
		default:
			return errors.New(path + ": " + answer.Status + " " + string(text))
		}
	}
}

// check fetches an endpoint and returns its result.
func check(c claim) result {
	limit := min(maxFetch, time.Until(c.ExpiresAt)-reportTime)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if refusal := robotsRefusal(ctx, c.URL); refusal != "" {
		return result{Claim: c.ID, Outcome: refusal}
	}
	header := http.Header{}
	if c.ETag != "" {
		header.Set("If-None-Match", c.ETag)
	}
	if c.LastModified != "" {
		header.Set("If-Modified-Since", c.LastModified)
	}
	answer, body, err := get(ctx, c.URL, header)
	if err != nil {
		return result{Claim: c.ID, Outcome: failure(err)}
	}
	r := result{
		Claim: c.ID, ETag: validator(answer, "ETag"), LastModified: validator(answer, "Last-Modified"),
		RetryAfter: retryAfter(answer),
	}
	if answer.StatusCode <= maxStatus {
		r.Status = answer.StatusCode
	}
	switch known := outcomes[answer.StatusCode]; {
	case answer.StatusCode == http.StatusOK:
		r.Outcome, r.Items = read(body, answer.Request.URL)
	case known == "" && answer.StatusCode < http.StatusBadRequest:
		r.Outcome = "bad_response"
	case answer.StatusCode < http.StatusInternalServerError:
		r.Outcome = cmp.Or(known, "client_error")
	default:
		r.Outcome = cmp.Or(known, "server_error")
	}
	return r
}

// validator returns a validator of a response, or "" if the API does not accept it.
func validator(answer *http.Response, name string) string {
	if text := answer.Header.Get(name); len(text) <= maxValidator {
		return text
	}
	return ""
}

// get fetches a document of at most maxBody bytes.
func get(ctx context.Context, address string, header http.Header) (*http.Response, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, nil, err
	}
	r.Header = header
	r.Header.Set("User-Agent", userAgent)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxBody))
	return answer, body, err
}

// failure returns the outcome of a request without a complete response.
func failure(err error) string {
	var dns *net.DNSError
	var network net.Error
	switch {
	case errors.As(err, &dns):
		return "dns"
	case errors.As(err, &network) && network.Timeout():
		return "timeout"
	}
	return "reset"
}

// read returns the items of an RSS document. Their links are absolute.
func read(body []byte, base *url.URL) (outcome string, items []item) {
	var feed struct {
		Items []item `xml:"channel>item"`
	}
	decoder := xml.NewDecoder(bytes.NewReader(body))
	decoder.Strict, decoder.Entity, decoder.CharsetReader = false, xml.HTMLEntity, charset.NewReaderLabel
	if err := decoder.Decode(&feed); err != nil {
		return "unreadable", nil
	}
	for _, i := range feed.Items[:min(len(feed.Items), maxItems)] {
		i.GUID, i.Title, i.URL = strings.TrimSpace(i.GUID), strings.TrimSpace(i.Title), absolute(base, i.URL)
		i.Title = strings.ToValidUTF8(i.Title[:min(len(i.Title), maxText)], "")
		if len(i.GUID) <= maxText && len(i.URL) <= maxText && i != (item{}) {
			items = append(items, i)
		}
	}
	return "ok", items
}

// strayPercent matches percent signs that encode no character, with the two bytes that follow.
var strayPercent = regexp.MustCompile(`%(?:[^0-9A-Fa-f]|[0-9A-Fa-f][^0-9A-Fa-f]|.?$)`)

// absolute returns the web address of a link, or "" without a valid one. Percent signs that encode
// no character are encoded.
func absolute(base *url.URL, link string) string {
	link = strayPercent.ReplaceAllStringFunc(strings.TrimSpace(link), func(s string) string { return "%25" + s[1:] })
	u, err := base.Parse(link)
	if link == "" || err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}

// retryAfter returns the Retry-After of a response in seconds, or 0. It is a number or a date.
func retryAfter(answer *http.Response) int {
	text := answer.Header.Get("Retry-After")
	seconds, err := strconv.Atoi(text)
	if at, errOfDate := http.ParseTime(text); err != nil && errOfDate == nil {
		seconds = int(at.Unix() - time.Now().Unix())
	}
	return min(max(seconds, 0), maxWait)
}

// robotsRefusal returns the outcome if robots.txt forbids an address, or cannot be read for now
// (RFC 9309 §2.3.1), and "" otherwise.
func robotsRefusal(ctx context.Context, address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "bad_response"
	}
	answer, body, err := get(ctx, u.Scheme+"://"+u.Host+"/robots.txt", http.Header{})
	switch {
	case err != nil:
		return failure(err)
	case answer.StatusCode >= http.StatusInternalServerError:
		return "robots"
	case answer.StatusCode != http.StatusOK || isAllowed(string(body), u.RequestURI()):
		return ""
	}
	return "robots"
}

// isAllowed reports whether the rules for this program, or for all programs, allow a path. The
// longest matching rule decides.
func isAllowed(robots, path string) bool {
	product, _, _ := strings.Cut(userAgent, "/")
	robots = strings.TrimPrefix(robots, "\ufeff")
	rules := map[string][][2]string{} // user agent -> name and value of its rules
	var agents []string
	isList := false // whether the last line names a user agent
	for line := range strings.Lines(robots) {
		line, _, _ = strings.Cut(line, "#")
		name, value, _ := strings.Cut(line, ":")
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		if name == "user-agent" {
			if !isList {
				agents = nil
			}
			agents = append(agents, strings.ToLower(value))
			rules[strings.ToLower(value)] = append(rules[strings.ToLower(value)], [2]string{}) // without a rule, all is allowed
		} else if value != "" {
			for _, agent := range agents {
				rules[agent] = append(rules[agent], [2]string{name, value})
			}
		}
		isList = name == "user-agent"
	}
	own, found := rules[product]
	if !found {
		own = rules["*"]
	}
	allowed, longest := true, -1
	for _, rule := range own {
		isRule := rule[0] == "allow" || rule[0] == "disallow"
		if isRule && matches(rule[1], path) && (len(rule[1]) > longest || len(rule[1]) == longest && rule[0] == "allow") {
			allowed, longest = rule[0] == "allow", len(rule[1])
		}
	}
	return allowed
}

// matches reports whether a pattern matches the beginning of a path. * matches any text, and $ the
// end. Patterns need not be valid UTF-8, which a regular expression requires.
func matches(pattern, path string) bool {
	path += "\n" // the end
	if text, isWhole := strings.CutSuffix(pattern, "$"); isWhole {
		pattern = text + "\n"
	}
	parts := strings.Split(pattern, "*")
	rest, found := strings.CutPrefix(path, parts[0])
	for _, part := range parts[1:] {
		if found {
			_, rest, found = strings.Cut(rest, part)
		}
	}
	return found
}
