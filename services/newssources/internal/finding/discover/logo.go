package discover

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/picture"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

const (
	// maxLogos is the maximum number of logos that are tried, one after another. Each costs a
	// request.
	maxLogos = 2
	// logoTimeout of all attempts.
	logoTimeout = 4 * time.Second
	// maxAspectRatio of a logo. Wider ones are lettering, which is illegible in a small square.
	maxAspectRatio = 2
	// logoAccept lists the supported formats for servers that negotiate.
	logoAccept = "image/png, image/webp;q=0.9, image/jpeg;q=0.8, image/*;q=0.7, */*;q=0.1"
)

// logosOf returns the images that a page names, the best first, as fields without an image.
func logosOf(p *webpage.Page) []Field {
	fields := []Field{newField(fieldLogo, p.Resolve(p.Publisher.Logo).String(), "the page's data for search engines",
		trustData)}
	if p.IsBelowPlatform() { // the icons are the platform's
		return slices.DeleteFunc([]Field{newField(fieldLogo, p.Resolve(ownImage(p)).String(),
			"the page's data for social networks", trustPage)}, hasNoValue)
	}
	for _, icon := range p.Icons() {
		from, trust := "the page's icon", trustPage
		if icon.IsTouch {
			from, trust = "the page's touch icon", trustMeta
		}
		fields = append(fields, newField(fieldLogo, icon.URL.String(), from, trust))
	}
	fields = append(fields, Field{Name: fieldLogo, Value: p.URL.WithPath("/favicon.ico").String(), From: "/favicon.ico"})
	return slices.DeleteFunc(fields, hasNoValue)
}

func hasNoValue(f Field) bool { return f.Value == "" }

// ownImage returns the image of an outlet's page on a platform, "" if the page is another one.
func ownImage(p *webpage.Page) string {
	if !p.IsHome() {
		return ""
	}
	return p.Meta("og:image")
}

// findLogo proposes the best logo that the pages name, the homepage's first, and its image.
func (s *search) findLogo(ctx context.Context, pages []*pageSummary) {
	var logos []Field
	for _, page := range slices.Backward(pages) {
		logos = append(logos, page.logos...)
	}
	slices.SortStableFunc(logos, func(a, b Field) int { return b.trust - a.trust })
	logos = slices.CompactFunc(logos, func(a, b Field) bool { return a.Value == b.Value })
	if len(logos) == 0 {
		return
	}
	if logos[0].trust > 0 { // named by a page, not /favicon.ico
		s.report.propose(logos[0])
	}
	ctx, cancel := context.WithTimeout(ctx, logoTimeout)
	defer cancel()
	s.fetchLogo(ctx, logos[:min(len(logos), maxLogos)])
}

// fetchLogo proposes the first image that is legible in a square, else the first image.
func (s *search) fetchLogo(ctx context.Context, logos []Field) {
	var best *Field
	for _, logo := range logos {
		result := s.get(ctx, fetch.Request{URL: logo.Value, MaxBytes: picture.MaxBytes, Accept: logoAccept})
		if result.Outcome != fetch.OK {
			continue
		}
		image, err := s.readLogo(ctx, result.Body)
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

// readLogo converts an image, within the memory for parsing.
func (s *search) readLogo(ctx context.Context, data []byte) (logo []byte, err error) {
	size, _, _ := image.DecodeConfig(bytes.NewReader(data)) // fails for icons of Windows, which are small
	cost := int64(size.Width) * int64(size.Height) * imageBytesPerPixel
	if waited := s.parse(ctx, cost, func() { logo, err = picture.Logo(data) }); waited != nil {
		return nil, waited
	}
	return logo, err
}

func isWideImage(data []byte) bool {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && (size.Width > maxAspectRatio*size.Height || size.Height > maxAspectRatio*size.Width)
}
