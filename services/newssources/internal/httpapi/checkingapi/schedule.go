package checkingapi

import (
	"context"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
)

func (s *Routes) PreviewSchedule(ctx context.Context,
	request api.PreviewScheduleRequestObject) (api.PreviewScheduleResponseObject, error) {
	b := request.Body
	preview, err := s.Checks.PreviewSchedule(ctx, s.Register, check.SchedulePreviewInput{
		EndpointID: b.EndpointId, SourceID: b.SourceId, URL: convert.OrZero(b.Url),
		Schedule: convert.FromSchedule(b.Schedule),
	})
	if err != nil {
		return nil, err
	}
	out := api.PreviewSchedule200JSONResponse{
		PerDay: float32(preview.PerDay), Domain: preview.Domain,
	}
	if load := preview.Load; load != nil {
		perDay := float32(load.PerDay)
		out.DomainPerDay, out.DomainEndpoints = &perDay, &load.Endpoints
	}
	for _, plan := range preview.Checks {
		reason := plan.Reasons[len(plan.Reasons)-1]
		out.Checks = append(out.Checks, struct {
			At     time.Time          `json:"at"`
			Reason api.ScheduleReason `json:"reason"`
		}{convert.UTC(plan.At), api.ScheduleReason{Code: string(reason.Code), Text: reason.Text}})
	}
	return out, nil
}
