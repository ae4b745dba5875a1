package discover

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"image"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/picture"
)

const (
	// maxLogos are tried, one after another: what a page names is there, as a rule.
	maxLogos = 4
	// logoBox is how long that may take. Nothing waits for it but the end.
	logoBox = 4 * time.Second
	// bestIcon in pixels: the smallest that needn't be enlarged on any screen. Of icons below it the largest is the best.
	bestIcon = 180
	// maxIcons of a page are looked at: real ones name one for each of a dozen sizes.
	maxIcons = 100
	// maxStretch of a logo's sides. Longer ones are the outlet's name in letters, which nobody can read in a small square.
	maxStretch = 2
	// logoAccept asks for what can be read, of servers that choose.
	logoAccept = "image/png, image/webp;q=0.9, image/jpeg;q=0.8, image/*;q=0.7, */*;q=0.1"
)

// logos are the pictures that a page names, the best first: each is a field without its picture.
func (p *page) logos() []Field {
	fields := []Field{known(fieldLogo, p.resolve(p.data.Logo), "JSON-LD", trustData)}
	type sized struct {
		Field
		distance int
	}
	var icons []sized
	p.document.Find("link[rel][href]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		rel := strings.Fields(strings.ToLower(s.AttrOr("rel", "")))
		href := p.resolve(s.AttrOr("href", ""))
		touch := slices.Contains(rel, "apple-touch-icon") || slices.Contains(rel, "apple-touch-icon-precomposed")
		switch {
		case strings.HasSuffix(pathOf(href), ".svg") || strings.Contains(s.AttrOr("type", ""), "svg"): // can't be read
		case touch:
			icons = append(icons, sized{known(fieldLogo, href, "the page's touch icon", trustMeta), distance(s.AttrOr("sizes", ""), bestIcon)})
		case slices.Contains(rel, "icon"):
			icons = append(icons, sized{known(fieldLogo, href, "the page's icon", trustPage), distance(s.AttrOr("sizes", ""), 0)})
		}
		return len(icons) < maxIcons
	})
	slices.SortStableFunc(icons, func(a, b sized) int { return cmp.Or(b.trust-a.trust, a.distance-b.distance) })
	for _, i := range icons {
		fields = append(fields, i.Field)
	}
	fields = append(fields, Field{Name: fieldLogo, Value: rootOf(p.url.String()) + "favicon.ico", From: "/favicon.ico"})
	return slices.DeleteFunc(fields, func(f Field) bool { return f.Value == "" })
}

// distance of an icon's size, such as "32x32 64x64", from the best one; what says no size counts as otherwise.
func distance(sizes string, otherwise int) int {
	size := otherwise
	for _, text := range strings.Fields(strings.ToLower(sizes)) {
		width, _, _ := strings.Cut(text, "x")
		if n, err := strconv.Atoi(width); err == nil && n > size && n <= 1<<12 {
			size = n
		}
	}
	if size > bestIcon {
		return (size - bestIcon) / 4 // too large is better than too small
	}
	return bestIcon - size
}

// draw begins to look for the best picture that can be read, beside everything else. The best address is told at once.
func (r *run) draw(pages ...*gist) {
	var fields []Field
	for _, p := range pages {
		if p != nil {
			fields = append(fields, p.logos...)
		}
	}
	slices.SortStableFunc(fields, func(a, b Field) int { return b.trust - a.trust })
	fields = slices.CompactFunc(fields, func(a, b Field) bool { return a.Value == b.Value })
	if len(fields) == 0 {
		return
	}
	if fields[0].trust > 0 { // not a guess
		r.offer(fields[0])
	}
	ctx, cancel := context.WithTimeout(r.ctx, logoBox)
	r.drawing.Go(func() {
		defer cancel()
		r.read(ctx, fields[:min(len(fields), maxLogos)])
	})
}

// read tells the first picture that can be read and has room in a square, or else the first that can be read.
func (r *run) read(ctx context.Context, fields []Field) {
	var first *Field
	for _, f := range fields {
		result := r.get(ctx, fetch.Request{URL: f.Value, MaxBytes: picture.MaxBytes, Accept: logoAccept})
		if result.Outcome != fetch.OK {
			continue
		}
		drawn, err := picture.Logo(result.Body)
		if err != nil {
			continue
		}
		f.Image, f.trust = "data:image/png;base64,"+base64.StdEncoding.EncodeToString(drawn), trustSeen
		if !isStretched(result.Body) {
			first = &f
			break
		}
		if first == nil {
			first = &f
		}
	}
	if first != nil {
		r.offer(*first)
	}
}

func isStretched(data []byte) bool {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && (size.Width > maxStretch*size.Height || size.Height > maxStretch*size.Width)
}
