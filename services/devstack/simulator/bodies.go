package simulator

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

// dripEvery is the pace of a body that comes too slowly.
const dripEvery = time.Second

func bodies(s *Simulator) []oddity {
	plain := rssOf(entry(1, "") + entry(2, ""))
	return []oddity{
		{"gzip.test", "packed with gzip", packed("gzip", gzipped([]byte(plain)))},
		{"brotli.test", "packed with brotli", packed("br", brotlied([]byte(plain)))},
		{"gzip-lie.test", "announces gzip, sends plain text", packed("gzip", []byte(plain))},
		{"gzip-silent.test", "packed without a word", packed("", gzipped([]byte(plain)))},
		{"gzip-broken.test", "gzip that breaks off", packed("gzip", gzipped([]byte(plain))[:40])},
		{"bomb-gzip.test", "16 MiB of nothing, packed with gzip", bomb("gzip", gzipped)},
		{"bomb-brotli.test", "16 MiB of nothing, packed with brotli", bomb("br", brotlied)},
		{"endless.test", "a body without an end", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/rss+xml")
			_, _ = w.Write([]byte(`<rss version="2.0"><channel><title>Endless</title>`))
			for i := 0; r.Context().Err() == nil; i++ {
				if _, err := w.Write([]byte(strings.Repeat(entry(i, ""), 100))); err != nil {
					return
				}
			}
		}},
		{"drip.test", "one byte a second", func(w http.ResponseWriter, r *http.Request) {
			for range 3600 {
				_, _ = w.Write([]byte("<"))
				_ = http.NewResponseController(w).Flush()
				select {
				case <-time.After(dripEvery):
				case <-r.Context().Done():
					return
				}
			}
		}},
		{"hang.test", "never begins its answer", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
		{"reset.test", "cuts the connection", raw(func(c net.Conn) {
			if tcp, ok := c.(interface{ SetLinger(int) error }); ok {
				_ = tcp.SetLinger(0)
			}
		})},
		{"short.test", "ends before it said it would", raw(func(c net.Conn) {
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: 100000\r\n\r\n%s", plain)
		})},
		{"chunks-broken.test", "broken chunks", raw(func(c net.Conn) {
			fmt.Fprint(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n")
		})},
		{"http-1-0.test", "HTTP/1.0 without a length", raw(func(c net.Conn) {
			fmt.Fprintf(c, "HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n%s", plain)
		})},
		{"headers-2000.test", "2,000 header lines", func(w http.ResponseWriter, _ *http.Request) {
			for i := range 2000 {
				w.Header().Set(fmt.Sprintf("X-Line-%04d", i), "value")
			}
			_, _ = w.Write([]byte(plain))
		}},
		{"no-length.test", "a body without a length, in two parts", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/rss+xml")
			_, _ = w.Write([]byte(plain[:40]))
			_ = http.NewResponseController(w).Flush()
			_, _ = w.Write([]byte(plain[40:]))
		}},
		{"modified-2041.test", "Last-Modified in 2041", headed(plain, "Last-Modified", "Fri, 01 Nov 2041 00:00:00 GMT")},
		{"expires-0.test", "Expires: 0, which is no date", headed(plain, "Expires", "0")},
		{"etag-constant.test", "an ETag that never changes, Last-Modified in 2041, Expires: 0", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("ETag", `"same"`)
			w.Header().Set("Last-Modified", "Fri, 01 Nov 2041 00:00:00 GMT")
			w.Header().Set("Expires", "0")
			_, _ = w.Write([]byte(rssOf(entry(int(s.options.Now().Unix()), ""))))
		}},
	}
}

func headed(body, name, value string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(name, value)
		text("application/rss+xml", body)(w, r)
	}
}

func packed(coding string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/rss+xml")
		if coding != "" {
			w.Header().Set("Content-Encoding", coding)
		}
		_, _ = w.Write(body)
	}
}

// bombSize is above what anybody reads. The bombs are only made when somebody asks for one, so it is no larger than that.
const bombSize = 16 << 20

func bomb(coding string, pack func([]byte) []byte) http.HandlerFunc {
	body := sync.OnceValue(func() []byte { return pack(make([]byte, bombSize)) })
	return func(w http.ResponseWriter, r *http.Request) { packed(coding, body())(w, r) }
}

func gzipped(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // it is a level that there is
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

func brotlied(data []byte) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, brotli.BestSpeed+1)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// raw takes the connection away from net/http, which is too well-behaved for some answers.
func raw(answer func(net.Conn)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		answer(conn)
	}
}
