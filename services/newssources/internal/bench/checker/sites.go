package checker

import (
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

const (
	itemsPerFeed = 20
	bodyBytes    = 31 << 10
	// newItems of each feed are new in the case that all feeds have changed.
	newItems = 2
	// medianLatency and latencySigma are those of the lognormal distribution of answers of news sites.
	medianLatency, latencySigma = 122 * time.Millisecond, 0.8
)

// sites answers for all hosts: 60 % of the feeds are RSS, 40 % Atom, and 5 % of them fail. It runs
// in a process of its own, so that its CPU time is not measured.
type sites struct {
	generation atomic.Int64
	validators atomic.Bool
	latency    atomic.Bool
	text       string
}

// ServeSites prints the addresses of its HTTP and DNS servers and serves until the process is
// killed.
func ServeSites(context.Context, []string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	names, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go resolve(names)
	fmt.Fprintln(os.Stdout, listener.Addr().String(), names.LocalAddr().String())
	s := &sites{text: strings.Repeat("A sentence of a news item that has a usual length and few entities. ",
		1+(bodyBytes/itemsPerFeed-350)/68)}
	return http.Serve(listener, s)
}

func resolve(names net.PacketConn) {
	packet := make([]byte, 1500)
	for {
		size, from, err := names.ReadFrom(packet)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(packet[:size]) != nil || len(m.Questions) != 1 {
			continue
		}
		m.Header.Response, m.Additionals = true, nil
		if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
			m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, Type: q.Type,
				TTL: 60}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}}}
		}
		if packed, err := m.Pack(); err == nil {
			_, _ = names.WriteTo(packed, from)
		}
	}
}

// ServeHTTP answers /feed/N, and /control, which sets what is published.
func (s *sites) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/control" {
		q := r.URL.Query()
		if q.Has("change") {
			s.generation.Add(1)
		}
		s.validators.Store(q.Has("validators"))
		s.latency.Store(q.Has("latency"))
		return
	}
	number, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/feed/"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if s.latency.Load() {
		time.Sleep(latencyOf(r.Host + r.URL.Path))
	}
	if number%20 == 19 {
		http.Error(w, "failure", http.StatusInternalServerError)
		return
	}
	generation := s.generation.Load()
	tag := fmt.Sprintf(`"%d"`, generation)
	if s.validators.Load() {
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	body := s.document(r.Host, number, generation)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write([]byte(body))
}

// latencyOf returns the same latency for the same address.
func latencyOf(address string) time.Duration {
	h := fnv.New64a()
	_, _ = h.Write([]byte(address))
	random := rand.New(rand.NewPCG(h.Sum64(), 1))
	return time.Duration(float64(medianLatency) * math.Exp(latencySigma*random.NormFloat64()))
}

func (s *sites) document(host string, number int, generation int64) string {
	var b strings.Builder
	isAtom := number%5 >= 3
	if isAtom {
		b.WriteString(`<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Site</title>`)
	} else {
		b.WriteString(`<?xml version="1.0"?><rss version="2.0"><channel><title>Site</title>`)
	}
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for i := range itemsPerFeed {
		n := int(generation)*newItems + itemsPerFeed - i // the newest first
		at := start.Add(time.Duration(n) * time.Minute)
		link := fmt.Sprintf("http://%s/article/%d/%d", host, number, n)
		if isAtom {
			fmt.Fprintf(&b, `<entry><title>Article %d</title><id>%s</id><link href="%s"/><updated>%s</updated><summary>%s</summary></entry>`, n, link, link, at.Format(time.RFC3339), s.text)
		} else {
			fmt.Fprintf(&b, `<item><title>Article %d</title><guid>%s</guid><link>%s</link><pubDate>%s</pubDate><description>%s</description></item>`, n, link, link, at.Format(time.RFC1123Z), s.text)
		}
	}
	if isAtom {
		b.WriteString(`</feed>`)
	} else {
		b.WriteString(`</channel></rss>`)
	}
	return b.String()
}
