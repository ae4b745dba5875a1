package simulator

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const (
	hubHost       = "hub.test"
	announcesHost = "announces.test"
	announcedPath = "/feed"
)

// hub is a WebSub hub (W3C WebSub §5 and §7). It refuses topics that contain "unavailable" with the
// status 503 and denies those that contain "denied".
type hub struct {
	client *http.Client
	mu     sync.Mutex
	topics map[string]map[string]string // secrets by callback by topic
}

// handle handles requests of subscribers. It verifies them after the response, as most hubs do.
func (h *hub) handle(w http.ResponseWriter, r *http.Request) {
	mode, topic, callback := r.PostFormValue("hub.mode"), r.PostFormValue("hub.topic"), r.PostFormValue("hub.callback")
	switch {
	case r.Method != http.MethodPost || callback == "" || mode != "subscribe" && mode != "unsubscribe":
		http.Error(w, "hub.mode, hub.topic and hub.callback are required.", http.StatusBadRequest)
		return
	case strings.Contains(topic, "unavailable"):
		http.Error(w, "try again later", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
	query := url.Values{"hub.mode": {mode}, "hub.topic": {topic}}
	if strings.Contains(topic, "denied") {
		query.Set("hub.mode", "denied")
		query.Set("hub.reason", "This hub does not serve the topic.")
		go h.get(callback, query)
		return
	}
	go h.verify(callback, query, r.PostFormValue("hub.lease_seconds"), r.PostFormValue("hub.secret"))
}

// verify requests the callback with a challenge. If the response contains the challenge, it adds or
// removes the subscriber.
func (h *hub) verify(callback string, query url.Values, lease, secret string) {
	challenge := rand.Text()
	query.Set("hub.challenge", challenge)
	query.Set("hub.lease_seconds", lease)
	if h.get(callback, query) != challenge {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	topic := query.Get("hub.topic")
	if query.Get("hub.mode") == "unsubscribe" {
		delete(h.topics[topic], callback)
		return
	}
	if h.topics[topic] == nil {
		h.topics[topic] = map[string]string{}
	}
	h.topics[topic][callback] = secret
}

// get requests a callback and returns the body of a successful response.
func (h *hub) get(callback string, query url.Values) string {
	response, err := h.client.Get(callback + "?" + query.Encode())
	if err != nil {
		return ""
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if response.StatusCode >= 300 {
		return ""
	}
	return string(body)
}

// subscribers returns the secrets of the subscribers of a topic by their callbacks.
func (h *hub) subscribers(topic string) map[string]string {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := map[string]string{}
	for callback, secret := range h.topics[topic] {
		list[callback] = secret
	}
	return list
}

// publish sends the content of a topic to its subscribers. It returns the statuses of their
// responses.
func (h *hub) publish(topic string, content []byte) (statuses []int) {
	for callback, secret := range h.subscribers(topic) {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write(content)
		request, err := http.NewRequest(http.MethodPost, callback, bytes.NewReader(content))
		if err != nil {
			continue
		}
		request.Header.Set("Content-Type", "application/rss+xml; charset=utf-8")
		request.Header.Set("X-Hub-Signature", "sha256="+hex.EncodeToString(mac.Sum(nil)))
		response, err := h.client.Do(request)
		if err != nil {
			continue
		}
		response.Body.Close()
		statuses = append(statuses, response.StatusCode)
	}
	return statuses
}

// Subscribers returns the callbacks that the hub of the simulator has for a topic.
func (s *Simulator) Subscribers(topic string) (callbacks []string) {
	for callback := range s.hub.subscribers(topic) {
		callbacks = append(callbacks, callback)
	}
	return callbacks
}

// announceRepeatedly publishes and announces an item every Options.AnnounceEvery until ctx ends.
func (s *Simulator) announceRepeatedly(ctx context.Context) {
	tick := time.NewTicker(s.options.AnnounceEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.announce(announcedPath)
		case <-ctx.Done():
			return
		}
	}
}

// announcingSites returns a WebSub hub and a site whose feeds name it. A POST request to a feed
// publishes an item and announces it; with the query "silent", it publishes an item without an
// announcement.
func announcingSites(s *Simulator) []*Site {
	s.hub = &hub{client: &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{}},
		topics: map[string]map[string]string{}}
	var mu sync.Mutex
	published := map[string]int{} // by path
	site := s.site(Site{
		Host: announcesHost, Name: "The Announcer", Language: "en", Country: "GB",
		About: "feeds that name a WebSub hub; a POST request to /feed publishes an item and announces it",
		Feeds: []Feed{{Path: announcedPath, Title: "News", Kind: "rss", Interval: time.Hour}},
		pages: map[string]http.HandlerFunc{},
	})
	render := func(path string, extra int) []byte {
		var items strings.Builder
		for i := extra + itemsPerFeed; i > extra; i-- {
			fmt.Fprintf(&items, "<item><title>%s</title><link>%s</link><guid isPermaLink=\"false\">%s/%d</guid></item>",
				headline(path, int64(i)), s.URL(announcesHost, fmt.Sprintf("/articles%s-%d", path, i)), path, i)
		}
		links := fmt.Sprintf(`<link xmlns="http://www.w3.org/2005/Atom" rel="hub" href=%q/><link xmlns="http://www.w3.org/2005/Atom" rel="self" href=%q/>`,
			s.URL(hubHost, "/"), s.URL(announcesHost, path))
		return []byte(rssDocument(links + items.String()))
	}
	// publish adds a number of items to a feed and returns the content of the feed.
	publish := func(path string, items int) []byte {
		mu.Lock()
		defer mu.Unlock()
		published[path] += items
		return render(path, published[path])
	}
	s.announce = func(path string) []int { return s.hub.publish(s.URL(announcesHost, path), publish(path, 1)) }
	for _, path := range []string{announcedPath, "/denied", "/unavailable"} {
		site.pages[path] = func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodPost && r.URL.RawQuery != "silent":
				fmt.Fprintln(w, s.announce(path))
				return
			case r.Method == http.MethodPost:
				publish(path, 1)
			}
			w.Header().Set("Content-Type", "application/rss+xml; charset=utf-8")
			_, _ = w.Write(publish(path, 0))
		}
	}
	service := s.site(Site{Host: hubHost, Name: "hub", Language: "en", Country: "GB",
		About: "a WebSub hub, not a news site", pages: map[string]http.HandlerFunc{"/": s.hub.handle}})
	return []*Site{site, service}
}
