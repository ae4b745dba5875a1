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
	"sync"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/picture"
)

const (
	// maxLogos are tried, one after another.
	maxLogos = 4
	// logoTimeout of all attempts.
	logoTimeout = 4 * time.Second
	// bestIconSize is the smallest size in pixels that need not be enlarged on any screen.
	bestIconSize = 180
	// maxIcons of a page are considered; real pages name about a dozen sizes.
	maxIcons = 100
	// maxAspectRatio of a logo. Wider ones are lettering, which is illegible in a small square.
	maxAspectRatio = 2
	// logoAccept lists the supported formats for servers that negotiate.
	logoAccept = "image/png, image/webp;q=0.9, image/jpeg;q=0.8, image/*;q=0.7, */*;q=0.1"
)

// logos returns the images that a page names, the best first, as fields without an image.
func (p *page) logos() []Field {
	fields := []Field{newField(fieldLogo, p.resolve(p.data.Logo).String(), "JSON-LD", trustData)}
	type sizedIcon struct {
		Field
		penalty int
	}
	if p.isBelowPlatform() { // the icons are the platform's
		return slices.DeleteFunc([]Field{newField(fieldLogo, p.resolve(p.ownImage()).String(), "og:image", trustPage)}, hasNoValue)
	}
	var icons []sizedIcon
	p.document.Find("link[rel][href]").EachWithBreak(func(_ int, s *goquery.Selection) bool {
		rel := strings.Fields(strings.ToLower(s.AttrOr("rel", "")))
		href := p.resolve(s.AttrOr("href", ""))
		touch := slices.Contains(rel, "apple-touch-icon") || slices.Contains(rel, "apple-touch-icon-precomposed")
		switch {
		case href.IsZero(), strings.HasSuffix(href.Path(), ".svg") || strings.Contains(s.AttrOr("type", ""), "svg"): // SVG is not supported
		case touch:
			icons = append(icons, sizedIcon{newField(fieldLogo, href.String(), "the page's touch icon", trustMeta), sizePenalty(s.AttrOr("sizes", ""), bestIconSize)})
		case slices.Contains(rel, "icon"):
			icons = append(icons, sizedIcon{newField(fieldLogo, href.String(), "the page's icon", trustPage), sizePenalty(s.AttrOr("sizes", ""), 0)})
		}
		return len(icons) < maxIcons
	})
	slices.SortStableFunc(icons, func(a, b sizedIcon) int { return cmp.Or(b.trust-a.trust, a.penalty-b.penalty) })
	for _, icon := range icons {
		fields = append(fields, icon.Field)
	}
	fields = append(fields, Field{Name: fieldLogo, Value: p.url.WithPath("/favicon.ico").String(), From: "/favicon.ico"})
	return slices.DeleteFunc(fields, hasNoValue)
}

func hasNoValue(f Field) bool { return f.Value == "" }

// ownImage returns the image of an outlet's page on a platform, "" if the page is another one.
func (p *page) ownImage() string {
	if !p.isHome() {
		return ""
	}
	return p.meta("og:image")
}

// sizePenalty rates the sizes attribute of an icon, such as "32x32 64x64": 0 is the best size. unstated is the size assumed
// if the attribute names none.
func sizePenalty(sizes string, unstated int) int {
	size := unstated
	for _, text := range strings.Fields(strings.ToLower(sizes)) {
		width, _, _ := strings.Cut(text, "x")
		if n, err := strconv.Atoi(width); err == nil && n > size && n <= 1<<12 {
			size = n
		}
	}
	if size > bestIconSize {
		return (size - bestIconSize) / 4 // too large is better than too small
	}
	return bestIconSize - size
}

// startLogo proposes the best logo that the pages name and starts to fetch its image, the homepage's first. The caller waits
// for the returned group.
func (s *search) startLogo(ctx context.Context, pages []*pageSummary) *sync.WaitGroup {
	var logos []Field
	for _, page := range slices.Backward(pages) {
		logos = append(logos, page.logos...)
	}
	slices.SortStableFunc(logos, func(a, b Field) int { return b.trust - a.trust })
	logos = slices.CompactFunc(logos, func(a, b Field) bool { return a.Value == b.Value })
	var fetching sync.WaitGroup
	if len(logos) == 0 {
		return &fetching
	}
	if logos[0].trust > 0 { // named by a page, not /favicon.ico
		s.report.propose(logos[0])
	}
	fetching.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, logoTimeout)
		defer cancel()
		s.fetchLogo(ctx, logos[:min(len(logos), maxLogos)])
	})
	return &fetching
}

// fetchLogo proposes the first image that is legible in a square, else the first image.
func (s *search) fetchLogo(ctx context.Context, logos []Field) {
	var best *Field
	for _, logo := range logos {
		result := s.get(ctx, fetch.Request{URL: logo.Value, MaxBytes: picture.MaxBytes, Accept: logoAccept})
		if result.Outcome != fetch.OK {
			continue
		}
		image, err := picture.Logo(result.Body)
		if err != nil {
			continue
		}
		logo.Image, logo.trust = "data:image/png;base64,"+base64.StdEncoding.EncodeToString(image), trustFetched
		isWide := isWideImage(result.Body)
		if best == nil || !isWide {
			best = &logo
		}
		if !isWide {
			break
		}
	}
	if best != nil {
		s.report.propose(*best)
	}
}

func isWideImage(data []byte) bool {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && (size.Width > maxAspectRatio*size.Height || size.Height > maxAspectRatio*size.Width)
}
