package discover

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/picture"
)

func TestLogoIsFetched(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for host, want := range map[string]Field{
		"elejemplo.test": {Value: "/logo.png", From: "the page's data for search engines"},
		"icons.test":     {Value: "/touch.png", From: "the page's touch icon"},
		"favicon.test":   {Value: "/favicon.ico", From: "/favicon.ico"},
	} {
		got := w.discover(t, w.URL(host, "/")).fields[fieldLogo]
		if got.Value != w.URL(host, want.Value) || got.From != want.From {
			t.Errorf("%s: %s from %s", host, got.Value, got.From)
		}
		data, _ := strings.CutPrefix(got.Image, "data:image/png;base64,")
		raw, err := base64.StdEncoding.DecodeString(data)
		if err != nil {
			t.Fatal(err)
		}
		if size, err := png.DecodeConfig(bytes.NewReader(raw)); err != nil || size.Width != picture.Size ||
			size.Height != picture.Size {
			t.Errorf("%s: the image is %+v %v", host, size, err)
		}
	}
}

func TestPageWithoutLogoFallsBackToFavicon(t *testing.T) {
	t.Parallel()
	for _, page := range []string{`<p>No logo`,
		`<script type="application/ld+json">{"@type":"Organization","name":"X"}</script><link rel="icon" href="">`} {
		p := parsePage(&fetch.Result{FinalURL: "https://example.org/a", ContentType: "text/html",
			Body: []byte("<!doctype html>" + page)})
		if logos := logosOf(p); len(logos) != 1 || logos[0].Value != "https://example.org/favicon.ico" ||
			logos[0].trust != 0 {
			t.Errorf("%s: %+v", page, logos)
		}
	}
}

func TestLogosAreSortedByQuality(t *testing.T) {
	t.Parallel()
	p := parsePage(&fetch.Result{FinalURL: "https://example.org/a", ContentType: "text/html", Body: []byte(`<!doctype html>
<link rel="icon" href="/16.png" sizes="16x16"><link rel="shortcut icon" href="/small.ico"><link rel="icon" href="/any.svg" sizes="any">
<link rel="icon" href="/512.png" sizes="512x512"><link rel="icon" href="/192.png" sizes="192x192"><link rel="mask-icon" href="/mask.svg">
<link rel="apple-touch-icon" href="/touch.png"><link rel="apple-touch-icon" sizes="57x57" href="/touch-57.png"><link rel="icon" href="data:image/png;base64,AAAA">
<script type="application/ld+json">{"@type":"NewsMediaOrganization","name":"X","logo":"https://cdn.example.com/logo.png"}</script>`)})
	var got []string
	for _, f := range logosOf(p) {
		got = append(got, strings.TrimPrefix(f.Value, "https://example.org"))
	}
	want := "https://cdn.example.com/logo.png /touch.png /touch-57.png /192.png /512.png /16.png /small.ico /favicon.ico"
	if strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}
