package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// status answers with a status and headers, given as names and values.
func status(code int, headers ...string) answer {
	return func(x *exchange) {
		for i := 0; i+1 < len(headers); i += 2 {
			x.w.Header().Set(headers[i], headers[i+1])
		}
		x.w.Header().Set("Content-Type", "text/html")
		x.w.WriteHeader(code)
		_, _ = fmt.Fprintf(x.w, "<html><title>%d</title><p>%s</html>", code, http.StatusText(code))
	}
}

// body answers with a document.
func body(contentType, text string) answer {
	return func(x *exchange) {
		x.w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(x.w, text)
	}
}

// html answers with a page.
func html(title, text string) answer {
	return body("text/html; charset=utf-8",
		"<!doctype html><html><head><title>"+title+"</title></head><body>"+text+"</body></html>")
}

var (
	maintenance = html("Maintenance", "<h1>We will be back soon</h1>")
	loginPage   = html("Sign in", `<form method="post"><input name="user"><input type="password" name="password"></form>`)
	parking     = html("example.test is for sale",
		`<h1>This domain may be for sale</h1><a href="/buy">Buy this domain</a>`)
	emptyFeed = body("application/rss+xml",
		`<?xml version="1.0"?><rss version="2.0"><channel><title>Empty</title></channel></rss>`)
)

// redirect answers with a redirect to an address or a path.
func redirect(code int, to string) answer {
	return func(x *exchange) {
		x.w.Header().Set("Location", to)
		x.w.WriteHeader(code)
	}
}

// redirectTo answers with a redirect to a path of the site of another behaviour.
func redirectTo(code int, host, path string) answer {
	return func(x *exchange) {
		_, port, _ := strings.Cut(strings.TrimPrefix(x.site.base, "http://"), ":")
		redirect(code, "http://"+host+":"+port+path)(x)
	}
}

// inTurn answers the requests of its phase with one answer after the other, again and again.
func inTurn(answers ...answer) answer {
	return func(x *exchange) { answers[x.n%len(answers)](x) }
}

// once answers the first request of its phase with one answer and all others with the other one.
func once(first, others answer) answer {
	return func(x *exchange) {
		if x.n == 0 {
			first(x)
		} else {
			others(x)
		}
	}
}

// closed closes the connection without a response.
var closed answer = func(*exchange) { panic(http.ErrAbortHandler) }

// resets resets the connection.
var resets answer = func(x *exchange) {
	conn, _, err := http.NewResponseController(x.w).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(interface{ SetLinger(seconds int) error }); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// hangs does not respond until the client gives up.
func hangs(x *exchange) {
	select {
	case <-x.r.Context().Done():
	case <-time.After(10 * fetchTimeout):
	}
}

// cutOff announces the length of a document and closes the connection in its middle.
func cutOff(d news) answer {
	return func(x *exchange) {
		text := d.render(x, d.articles(x))
		x.w.Header().Set("Content-Type", "application/rss+xml")
		x.w.Header().Set("Content-Length", strconv.Itoa(len(text)))
		_, _ = io.WriteString(x.w, text[:len(text)/2])
		panic(http.ErrAbortHandler)
	}
}

// endless sends a document that does not end.
func endless(x *exchange) {
	x.w.Header().Set("Content-Type", "application/rss+xml")
	chunk := strings.Repeat("<item><title>again</title></item>", 1000)
	for x.r.Context().Err() == nil {
		if _, err := io.WriteString(x.w, chunk); err != nil {
			return
		}
	}
}

// bomb sends 100 MB in a few kilobytes.
func bomb(x *exchange) {
	x.w.Header().Set("Content-Encoding", "gzip")
	x.w.Header().Set("Content-Type", "application/rss+xml")
	compressed := gzip.NewWriter(x.w)
	zeros := make([]byte, 1<<20)
	for range 100 {
		if _, err := compressed.Write(zeros); err != nil {
			return
		}
	}
	_ = compressed.Close()
}

// notGzip sends text that is declared as compressed.
func notGzip(x *exchange) {
	x.w.Header().Set("Content-Encoding", "gzip")
	_, _ = io.WriteString(x.w, "this is not compressed")
}

// damagedGzip sends a compressed document with an error in its middle.
func damagedGzip(x *exchange) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, news{}.render(x, news{size: 200}.articles(x)))
	_ = w.Close()
	data := b.Bytes()
	for i := len(data) / 3; i < len(data)/3+50; i++ {
		data[i] ^= 0xff
	}
	x.w.Header().Set("Content-Encoding", "gzip")
	_, _ = x.w.Write(data)
}

// raw sends bytes instead of an HTTP response.
func raw(text string) answer {
	return func(x *exchange) {
		conn, _, err := http.NewResponseController(x.w).Hijack()
		if err != nil {
			return
		}
		defer func(c net.Conn) { _ = c.Close() }(conn)
		_, _ = io.WriteString(conn, text)
	}
}

// malformed serves a document with defects that browsers and readers tolerate.
func malformed(d news) answer {
	return func(x *exchange) {
		articles := d.articles(x)
		text := d.render(x, articles)
		text = strings.Replace(text, "Story", "Fish & Chips <b>Story", 1)
		text = strings.ReplaceAll(text, "</channel></rss>", "\x00\x01")
		x.w.Header().Set("Content-Type", "text/plain")
		_, _ = io.WriteString(x.w, text)
		x.site.publish(articles)
	}
}

// echoing serves the document with the received credentials in its items.
func echoing(d news) answer {
	return func(x *exchange) {
		user, password, _ := x.r.BasicAuth()
		d.title = func(_ *exchange, a article) string { return a.title() + " for " + user + ":" + password }
		d.answer()(x)
	}
}

// compressed serves the document with gzip.
func compressed(d news) answer {
	return func(x *exchange) {
		articles := d.articles(x)
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, _ = io.WriteString(w, d.render(x, articles))
		_ = w.Close()
		x.w.Header().Set("Content-Encoding", "gzip")
		_, _ = x.w.Write(b.Bytes())
		x.site.publish(articles)
	}
}

// waitOf returns how long nothing must be requested after an answer: Retry-After of a status 429 or
// 503, or an hour if it is longer than a day, which is absurd for news.
func waitOf(header http.Header, code int, now time.Time) time.Duration {
	if code != http.StatusTooManyRequests && code != http.StatusServiceUnavailable {
		return 0
	}
	value := header.Get("Retry-After")
	if n, err := strconv.Atoi(value); err == nil && n > 0 {
		return sensible(time.Duration(min(n, 1e9)) * time.Second)
	}
	if date, err := http.ParseTime(value); err == nil {
		return sensible(max(date.Sub(now), 0))
	}
	return 0
}

func sensible(wait time.Duration) time.Duration {
	if wait > 24*time.Hour {
		return time.Hour
	}
	return wait
}
