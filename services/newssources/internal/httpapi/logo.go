package httpapi

import (
	"bytes"
	"context"
	"strconv"
	"strings"
)

const (
	// keptLogo: the address names the version, so what it gives never changes. A person's own browser keeps it; no proxy
	// may, as it takes a sign-in to see.
	keptLogo = "private, max-age=31536000, immutable"
	// askedLogo: an address without the version gives the newest, which a browser has to ask for.
	askedLogo = "private, no-cache"
)

func (s *server) GetLogo(ctx context.Context, request GetLogoRequestObject) (GetLogoResponseObject, error) {
	logo, err := s.Register.Picture(ctx, request.Id)
	if err != nil {
		return nil, err
	}
	tag, keep := strconv.Quote(logo.Version), askedLogo
	if value(request.Params.V) == logo.Version {
		keep = keptLogo
	}
	if oneOfTags(value(request.Params.IfNoneMatch), tag) {
		return GetLogo304Response{Headers: GetLogo304ResponseHeaders{CacheControl: keep, ETag: tag}}, nil
	}
	return GetLogo200ImagepngResponse{
		Body: bytes.NewReader(logo.PNG), ContentLength: int64(len(logo.PNG)),
		Headers: GetLogo200ResponseHeaders{CacheControl: keep, ETag: tag},
	}, nil
}

// oneOfTags compares as If-None-Match does: weakly (RFC 9110 §13.1.2).
func oneOfTags(header, tag string) bool {
	for one := range strings.SplitSeq(header, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}
