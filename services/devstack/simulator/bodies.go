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

// dripEvery is the pause between two bytes of a slow response body.
const dripEvery = time.Second

func bodyCases(s *Simulator) []endpointCase {
	plain := rssDocument(rssItem(1, "") + rssItem(2, ""))
	return []endpointCase{
		{"gzip.test", "compressed with gzip", encoded("gzip", compressGzip([]byte(plain)))},
		{"brotli.test", "compressed with brotli", encoded("br", compressBrotli([]byte(plain)))},
		{"gzip-lie.test", "Content-Encoding gzip on plain text", encoded("gzip", []byte(plain))},
		{"gzip-silent.test", "gzip without Content-Encoding", encoded("", compressGzip([]byte(plain)))},
		{"gzip-broken.test", "truncated gzip", encoded("gzip", compressGzip([]byte(plain))[:40])},
		{"bomb-gzip.test", "16 MiB of zeros, compressed with gzip", bomb("gzip", compressGzip)},
		{"bomb-brotli.test", "16 MiB of zeros, compressed with brotli", bomb("br", compressBrotli)},
		{"endless.test", "an endless body", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/rss+xml")
			_, _ = w.Write([]byte(`<rss version="2.0"><channel><title>Endless</title>`))
			for i := 0; r.Context().Err() == nil; i++ {
				if _, err := w.Write([]byte(strings.Repeat(rssItem(i, ""), 100))); err != nil {
					return
				}
			}
		}},
		{"drip.test", "one byte per second", func(w http.ResponseWriter, r *http.Request) {
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
		{"hang.test", "never responds", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
		{"reset.test", "resets the connection", hijack(func(c net.Conn) {
			if tcp, ok := c.(interface{ SetLinger(int) error }); ok {
				_ = tcp.SetLinger(0)
			}
		})},
		{"short.test", "a body shorter than Content-Length", hijack(func(c net.Conn) {
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: 100000\r\n\r\n%s", plain)
		})},
		{"chunks-broken.test", "malformed chunked encoding", hijack(func(c net.Conn) {
			fmt.Fprint(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n")
		})},
		{"http-1-0.test", "HTTP/1.0 without Content-Length", hijack(func(c net.Conn) {
			fmt.Fprintf(c, "HTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n%s", plain)
		})},
		{"headers-2000.test", "2,000 header lines", func(w http.ResponseWriter, _ *http.Request) {
			for i := range 2000 {
				w.Header().Set(fmt.Sprintf("X-Line-%04d", i), "value")
			}
			_, _ = w.Write([]byte(plain))
		}},
		{"no-length.test", "a chunked body in two parts", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/rss+xml")
			_, _ = w.Write([]byte(plain[:40]))
			_ = http.NewResponseController(w).Flush()
			_, _ = w.Write([]byte(plain[40:]))
		}},
		{"modified-2041.test", "Last-Modified in 2041", withHeader(plain, "Last-Modified", "Fri, 01 Nov 2041 00:00:00 GMT")},
		{"expires-0.test", "Expires: 0, which is not a date", withHeader(plain, "Expires", "0")},
		{"etag-constant.test", "a constant ETag although the content changes, Last-Modified in 2041, Expires: 0",
			func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("ETag", `"same"`)
				w.Header().Set("Last-Modified", "Fri, 01 Nov 2041 00:00:00 GMT")
				w.Header().Set("Expires", "0")
				_, _ = w.Write([]byte(rssDocument(rssItem(int(s.options.Now().Unix()), ""))))
			}},
	}
}

func withHeader(body, name, value string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(name, value)
		respond("application/rss+xml", body)(w, r)
	}
}

func encoded(coding string, body []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/rss+xml")
		if coding != "" {
			w.Header().Set("Content-Encoding", coding)
		}
		_, _ = w.Write(body)
	}
}

// bombSize exceeds the limit of a response body. A larger one would only cost memory in tests.
const bombSize = 16 << 20

func bomb(coding string, pack func([]byte) []byte) http.HandlerFunc {
	body := sync.OnceValue(func() []byte { return pack(make([]byte, bombSize)) })
	return func(w http.ResponseWriter, r *http.Request) { encoded(coding, body())(w, r) }
}

func compressGzip(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // the level is valid
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

func compressBrotli(data []byte) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, brotli.BestSpeed+1)
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// hijack takes over the connection, for responses that net/http cannot produce.
func hijack(answer func(net.Conn)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		answer(conn)
	}
}
