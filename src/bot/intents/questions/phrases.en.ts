/** How the programme's own questions are asked in English. */
import { phraseList } from "../../routing/phrases.ts";

export const en = {
  "collect-points": phraseList(`
    how do i collect points, how to collect points, how can i collect points, how do i earn points, how to earn points
    how can i earn points, how do i get points, how to get points, how can i get points, how do i get more points
    how can i get more points, how do points work, how does it work with points, where can i collect points
    how do i collect stamps, collect points, earn points, get points, get more points, earn more points
    how many points do i get, how are points calculated, what gives points, how do i collct points, how to erm points
  `),
  "missing-points": phraseList(`
    my points are missing, points are missing, points missing, missing points, my points are gone, my points are lost
    my points disappeared, points disappeared, where are my points, i didn't get my points, i did not get my points
    i didn't get points, i did not get any points, i didn't receive my points, i have not received my points
    i haven't received my points, points not added, my points were not added, points were not added, points not received
    points not showing, my points are not showing, my points are wrong, my points don't show up, no points added
    forgot to collect points, i forgot to collect my points, i forgot to collect points, points not credited
    my poinst are missing, mising points
  `),
  "other-phone": phraseList(`
    change my phone number, change phone number, change my number, change number, update my phone number
    update phone number, i changed my phone number, i changed my number, i have a new phone number, i have a new number
    new phone number, my phone number changed, my phone number has changed, phone number changed, another phone number
    different phone number, my phone number is wrong, wrong phone number, how do i change my phone number
    how can i change my phone number, how to change phone number, edit my phone number, change mobile number
    change my mobile number, chnage phone number, chage my phone number
  `),
  "lost-phone": phraseList(`
    i lost my phone, lost my phone, lost phone, my phone was stolen, my phone is broken, my phone broke, i have a new phone
    i got a new phone, new phone, new device, i changed my phone, i changed phones, change phone, changed phone
    switch phone, switching phones, moving to a new phone, transfer to new phone, transfer my points to a new phone
    transfer my card to a new phone, how do i move to a new phone, how do i use a new phone, new line account
    i have a new line account, i changed my line account, lost my line account, i lst my phone, lost my phne
  `),
  "close-membership": phraseList(`
    close my membership, cancel my membership, cancel membership, close membership, end my membership, end membership
    quit membership, quit my membership, leave the programme, leave the program, i want to leave the programme
    i want to cancel my membership, i want to close my membership, delete my account, delete account, close my account
    close account, cancel my account, remove my account, delete my data, delete my membership, remove me, unregister me
    how do i cancel my membership, how to cancel membership, how do i delete my account, how to delete my account
    cancle my membership, delte my account
  `),
  refund: phraseList(`
    refund, refunds, refund please, i want a refund, i'd like a refund, i need a refund, can i get a refund, can i have a refund
    how do i get a refund, how to get a refund, how can i get a refund, get a refund, get my money back, my money back
    i want my money back, money back, give me my money back, give my money back, return an item, return item, return a product
    i want to return this, i want to return something, can i return this, returns, return policy, refund policy
    refnd, refudn, reufnd
  `),
  complaint: phraseList(`
    complaint, complaints, complain, i want to complain, i'd like to complain, i would like to complain, i have a complaint
    make a complaint, file a complaint, submit a complaint, how do i complain, where can i complain, how to complain
    how can i make a complaint, i want to make a complaint, i'd like to make a complaint, bad service, poor service
    terrible service, the service was bad, the staff was rude, the staff were rude, rude staff, i am not happy, i'm not happy
    i am unhappy, i'm unhappy, not satisfied, i am not satisfied, i'm not satisfied, feedback, give feedback, leave feedback
    complant, complait, compliant please
  `),
  "stop-messages": phraseList(`
    stop, stop messages, stop messaging me, stop sending messages, stop sending me messages, stop texting me
    stop the messages, please stop sending messages, unsubscribe, unsubscribe me, opt out, no more messages, no messages
    don't send me messages, do not send me messages, don't message me, do not message me, stop spam, stop spamming
    stop spamming me, stop notifications, turn off notifications, turn off messages, mute, too many messages
    how do i stop messages, how do i unsubscribe, how to unsubscribe, stop promotions, stop advertising, no ads
    unsubscibe, unsubcribe, stop mesages
  `),
};
