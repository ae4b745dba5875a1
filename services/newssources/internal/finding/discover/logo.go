package discover

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/outletfield"
	"github.com/newsources/newsources/services/newssources/internal/reading/picture"
)

const (
	// maxLogos is the maximum number of logos that are tried, one after another, with a request each.
	maxLogos = 2
	// logoTimeout of all attempts.
	logoTimeout = 4 * time.Second
	// maxAspectRatio of a logo. Wider ones are lettering, which is illegible in a small square.
	maxAspectRatio = 2
	// logoAccept lists the supported formats for servers that negotiate.
	logoAccept = "image/png, image/webp;q=0.9, image/jpeg;q=0.8, image/*;q=0.7, */*;q=0.1"
)

// findLogo proposes the best logo that the pages name, the homepage's first, and its image.
func (s *search) findLogo(ctx context.Context, pages []*pageSummary) {
	var logos []outletfield.Field
	for _, page := range slices.Backward(pages) {
		logos = append(logos, page.logos...)
	}
	slices.SortStableFunc(logos, func(a, b outletfield.Field) int { return outletfield.CompareTrust(b, a) })
	logos = slices.CompactFunc(logos, func(a, b outletfield.Field) bool { return a.Value == b.Value })
	if len(logos) == 0 {
		return
	}
	if logos[0].IsNamed() { // named by a page, not /favicon.ico
		s.report.propose(logos[0])
	}
	ctx, cancel := context.WithTimeout(ctx, logoTimeout)
	defer cancel()
	s.fetchLogo(ctx, logos[:min(len(logos), maxLogos)])
}

// fetchLogo proposes the first image that is legible in a square, else the first image.
func (s *search) fetchLogo(ctx context.Context, logos []outletfield.Field) {
	var best *outletfield.Field
	for _, logo := range logos {
		result := s.get(ctx, fetch.Request{URL: logo.Value, MaxBytes: picture.MaxBytes, Accept: logoAccept})
		if result.Outcome != fetch.OK {
			continue
		}
		image, err := s.readLogo(ctx, result.Body)
		if err != nil {
			continue
		}
		logo = logo.WithImage("data:image/png;base64," + base64.StdEncoding.EncodeToString(image))
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
