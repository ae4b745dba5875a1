package discover

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"strings"
	"testing"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/reading/picture"
)

func TestLogoIsFetched(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	for host, want := range map[string]outletfield.Field{
		"elejemplo.test": {Value: "/logo.png", From: "the page's data for search engines"},
		"icons.test":     {Value: "/touch.png", From: "the page's touch icon"},
		"favicon.test":   {Value: "/favicon.ico", From: "/favicon.ico"},
	} {
		got := w.discover(t, w.URL(host, "/")).fields[outletfield.Logo]
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
